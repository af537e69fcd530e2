import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fileFormats } from '#contract/exported-files.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addStaff } from '#tests/school/staff.ts'

/** Memory in use after garbage collection, including buffers. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test.each(fileFormats)('exports 100,000 rows as %s with flat memory', async (format) => {
  const shop = await createTestApp()
  // In parts, each well below the statement timeout. What is packed well would reach the reader at once.
  for (let from = 1; from <= 100_000; from += 10_000) {
    await shop.db.query(
      `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
       select 'Company ' || n, 'Software', 'Pune', (select string_agg(md5(n || '.' || part), '') from generate_series(1, 12) part), true, false
       from generate_series($1::int, $1 + 9999) n`,
      [from],
    )
  }
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const owner = await addStaff(shop, 'owner')
  const headers = { ...shop.asStaff('owner', owner) }
  const before = heldBytes()
  const request = get({ port, path: `/api/staff/companies/export/?sort=id&format=${format}`, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let [bytes, measuredAt] = [0, 0]
  const held: number[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes - measuredAt < 2_000_000) continue
    measuredAt = bytes
    held.push(heldBytes() - before)
  }
  const { rows } = await shop.db.query(`select rows, broke_off from list_exports`)
  expect(rows).toEqual([{ rows: 100_000, broke_off: false }])
  expect(bytes).toBeGreaterThan(20_000_000)
  expect(held.length).toBeGreaterThan(7)
  // An export that collects its rows holds nearly the whole file by now. Buffers of zlib are sometimes freed later than the rest.
  expect(Math.min(...held.slice(-3))).toBeLessThan(bytes / 2)
})
