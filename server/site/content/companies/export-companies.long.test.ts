import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'

/** Memory in use after garbage collection, including buffers. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('exports 100,000 rows with flat memory', async () => {
  const shop = await createTestApp()
  // In parts, each well below the statement timeout.
  for (let from = 1; from <= 100_000; from += 10_000) {
    await shop.db.query(
      `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
       select 'Company ' || n, 'Software', 'Pune', repeat('why ', 100), true, false from generate_series($1::int, $1 + 9999) n`,
      [from],
    )
  }
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const request = get({ port, path: '/api/staff/companies/export/?sort=id', headers: { ...shop.asStaff('owner') } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let [lines, bytes, measuredAt] = [0, 0, 0]
  const held: number[] = []
  for await (const chunk of response) {
    const text = String(chunk)
    // A chunk may end between the two characters of a line end.
    lines += text.split('\n').length - 1
    bytes += text.length
    if (lines - measuredAt < 10_000) continue
    measuredAt = lines
    held.push(heldBytes())
  }
  expect(lines).toBe(100_001)
  expect(bytes).toBeGreaterThan(40_000_000)
  expect(held.length).toBeGreaterThan(7)
  // An export that collects its rows holds the whole file at the end. Other files of this worker leave some megabytes to collect.
  expect(Math.max(...held) - (held[0] ?? 0)).toBeLessThan(bytes / 2)
})
