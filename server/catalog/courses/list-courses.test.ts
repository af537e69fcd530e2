import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Course, type CourseCard, courseCard } from '#contract/catalog/catalog.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { fillSchool } from '../../../bench/growth/fill-school.ts'

const catalogue = new Set(['staff', 'instructors', 'courses', 'batches', 'batch_patterns'])

/** A school whose list of courses is streamed. */
async function openLargeSchool(): Promise<TestApp> {
  const shop = await createTestApp()
  const client = await shop.db.connect()
  onTestFinished(() => client.release(true))
  await fillSchool(client, 4000, undefined, catalogue)
  return shop
}

test('a large list of courses is streamed with the same cards', async () => {
  const shop = await openLargeSchool()
  await shop.db.query(`update courses set publication = 'draft' where id in (1, 200, 4000)`)
  const answer = await shop.get('/courses/')
  expect([answer.statusCode, answer.headers['content-length'], answer.headers['etag']]).toEqual([200, undefined, undefined])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30')
  expect(shop.deps.responseCache.get('/api/courses/')).toBeUndefined()
  const cards = answer.json<CourseCard[]>()
  const { rows } = await shop.db.query<{ id: number }>('select id from courses where published order by id')
  expect(cards.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  // The contract's own output: no other field, in the same order.
  expect(answer.body).toBe(JSON.stringify(cards.map((card) => courseCard.parse(card))))
  for (const card of [cards[0]!, cards[198]!, cards[199]!, cards.at(-1)!])
    expect((await shop.get(`/courses/${card.id}/`)).json<Course>()).toMatchObject(card)
  const read = (encoding: string) => shop.app.inject({ url: '/api/courses/', headers: { 'accept-encoding': encoding } })
  const [brotli, gzip] = [await read('gzip, br'), await read('gzip')]
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(answer.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(answer.body)
  expect((await shop.app.inject({ method: 'HEAD', url: '/api/courses/' })).body).toBe('')
})

test('a stream that fails never ends as a whole list', async () => {
  const shop = await openLargeSchool()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const query = shop.deps.db.query.bind(shop.deps.db) as (...given: unknown[]) => unknown
  let chunks = 0
  vi.spyOn(shop.deps.db, 'query').mockImplementation((...given: unknown[]) => {
    const [config] = given as [{ name?: string }]
    if (config.name === 'published_courses_after') chunks += 1
    return chunks === 3 ? Promise.reject(new Error('The third chunk cannot be read.')) : query(...given)
  })
  for (const encoding of ['identity', 'br']) {
    chunks = 0
    const request = get({ port, path: '/api/courses/', headers: { 'accept-encoding': encoding } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    response.on('error', () => undefined).on('close', resolve)
    response.resume()
    await closed
    // The compressor may have sent nothing yet, so that there is time for a 500.
    expect(response.statusCode === 200 && response.complete, encoding).toBe(false)
  }
  expect(shop.logged.filter((line) => line.includes('The third chunk cannot be read.'))).not.toHaveLength(0)
  chunks = 2
  expect((await shop.get('/courses/')).statusCode, 'the first chunk').toBe(500)
})

test('a small list of courses is cached', async () => {
  const shop = await createTestApp()
  const client = await shop.db.connect()
  onTestFinished(() => client.release(true))
  await fillSchool(client, 20, undefined, catalogue)
  const answer = await shop.get('/courses/')
  expect(answer.body).toBe(JSON.stringify(answer.json<CourseCard[]>().map((card) => courseCard.parse(card))))
  expect(answer.headers['etag']).toBeDefined()
})
