import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { launchProduct } from '#tests/runner/start-product.ts'
import { expect, test } from './shop.ts'

test('pages hydrate in development with hot reload on one port', async ({ page, shop }) => {
  test.setTimeout(180_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-dev-'))
  chmodSync(dataDir, 0o711)
  const ports = await findFreePorts(3)
  const stop = await launchProduct({ ports, dataDir, logFile: join(dataDir, 'product.log'), mode: 'development' })
  try {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const socket = page.waitForEvent('websocket')
    await page.goto(`http://127.0.0.1:${ports[0]}/courses/1`)
    await shop.hydrated()
    expect(new URL((await socket).url()).port).toBe(String(ports[0]))
    await page.getByRole('tab', { name: 'FAQs' }).click()
    await expect(page.getByRole('tab', { name: 'FAQs' })).toHaveAttribute('aria-selected', 'true')
    expect(errors).toEqual([])
  } finally {
    await page.goto('about:blank')
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
