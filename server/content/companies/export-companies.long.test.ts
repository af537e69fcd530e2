import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/create-test-app.ts'

/** Memory in use after a collection, buffers included. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('exports 100,000 rows with flat memory', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     select 'Company ' || n, 'Software', 'Pune', repeat('why ', 100), true, false from generate_series(1, 100000) n`,
  )
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const request = get({ port, path: '/api/staff/companies/export/?sort=id', headers: { ...shop.asStaff('owner') } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const before = heldBytes()
  let [lines, bytes, most, measuredAt] = [0, 0, 0, 0]
  for await (const chunk of response) {
    const text = String(chunk)
    lines += text.split('\r\n').length - 1
    bytes += text.length
    if (lines - measuredAt < 10_000) continue
    measuredAt = lines
    most = Math.max(most, heldBytes() - before)
  }
  expect(lines).toBe(100_001)
  expect(bytes).toBeGreaterThan(40_000_000)
  expect(measuredAt).toBeGreaterThan(80_000)
  expect(most).toBeLessThan(8 * 1024 * 1024)
})
