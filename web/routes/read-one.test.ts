import { expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { cachingOf, readList } from '#web/lib/read-list.ts'
import { pathId, readOne } from './read-one.ts'

const refused = (status: number) => Promise.reject(new ApiError({ status, body: { message: 'No' } }))

test('throws 404 for a missing item and returns null on failure', async () => {
  expect(await readOne(Promise.resolve('here'))).toBe('here')
  await expect(readOne(refused(404))).rejects.toMatchObject({ init: { status: 404 } })
  expect(await readOne(refused(503))).toBeNull()
  expect(await readOne(Promise.reject(new TypeError('connection lost')))).toBeNull()
})

test('does not cache a page whose list failed to load', async () => {
  expect(await readList(refused(503))).toMatchObject({ data: { list: null }, init: { headers: { 'cache-control': 'no-store' } } })
  expect(await readList(Promise.resolve([]))).toMatchObject({ data: { list: [] }, init: cachingOf([]) })
  expect(cachingOf([]).headers['cache-control']).toContain('public')
})

test.each([undefined, '', '0', '01', '-1', '1.0', '1e3', '4x', '１', '2147483648', '12345678901'])(
  'rejects the id %j',
  (text) => {
    expect(() => pathId(text)).toThrow(expect.objectContaining({ init: { status: 404 } }))
  },
)
