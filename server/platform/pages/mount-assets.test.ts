import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountAssets } from './mount-assets.ts'

test('a file of the next version is served beside those known', async () => {
  const root = mkdtempSync(join(tmpdir(), 'karyashala-assets-'))
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })
  writeFileSync(join(root, 'old-1.js'), 'old')
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  await mountAssets(app, { prefix: '/assets/', root, missing: async (_request, reply) => reply.code(404).send('none') })
  const ask = async (name: string) => (await app.inject(`/assets/${name}`)).body
  expect(await ask('old-1.js')).toBe('old')
  writeFileSync(join(root, 'new-2.js'), 'new')
  // Strangers who make up names have the folder read once a second.
  now.mockReturnValue(999)
  expect(await ask('new-2.js')).toBe('none')
  now.mockReturnValue(1000)
  expect(await ask('new-2.js')).toBe('new')
  expect(await ask('../package.json')).not.toContain('karyashala')
})
