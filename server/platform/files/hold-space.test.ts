import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { addressOf, credentialsFor, endpoints } from '#tests/security/endpoints.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { holdSpace } from './free-space.ts'

const disk = vi.hoisted(() => ({ free: Number.MAX_SAFE_INTEGER }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.free, bsize: 1 }),
}))

test('lets in what fits, until it has arrived or ended [SEC-087]', async () => {
  disk.free = 1006
  const settings = { dataDir: '/', diskReserveBytes: 1000 }
  const together = await Promise.allSettled(Array.from({ length: 8 }, () => holdSpace(settings, 4)))
  const held = together.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(held).toHaveLength(1)
  held[0]?.arrived(3)
  const next = await holdSpace(settings, 5)
  await expect(holdSpace(settings, 1)).rejects.toMatchObject({ status: 507 })
  for (const hold of [...held, ...held, next]) hold.end()
  const whole = await holdSpace(settings, 6)
  whole.end()
})

test('a body without a length counts as its limit [SEC-087]', async () => {
  const shop = await createTestApp({ config: { diskReserveBytes: 1000 } })
  const large = endpoints.filter(({ largeBody, bodyType }) => Boolean(largeBody) || bodyType !== undefined)
  expect(large.length).toBeGreaterThan(3)
  const statusOf = async (endpoint: (typeof large)[number], payload: string | Readable) => {
    const answer = await shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      payload,
      headers: {
        ...credentialsFor(shop, endpoint, ''),
        ...(typeof payload === 'string' ? {} : { 'transfer-encoding': 'chunked' }),
      },
    })
    return answer.statusCode
  }
  for (const endpoint of large.filter(({ access }) => typeof access === 'object')) {
    // Of a form 20 MB, of a file in JSON 2 MB, of a long text 256 KB.
    disk.free = 1000 + (endpoint.bodyType ? 20_000_000 : endpoint.largeBody === 'file' ? 2_000_000 : 200_000)
    expect([endpoint.name, await statusOf(endpoint, Readable.from(['{}']))]).toEqual([endpoint.name, 507])
    expect([endpoint.name, await statusOf(endpoint, '{}')]).not.toEqual([endpoint.name, 507])
  }
})
