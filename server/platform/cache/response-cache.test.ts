import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { ResponseCache, Unavailable } from './response-cache.ts'
import { listenForChanges } from './listen-for-changes.ts'

const made = (text: string, ...tags: string[]) => ({ body: Buffer.from(text), headers: {}, tags: new Set(tags) })

/** Resolves when the condition holds; the test's timeout limits the wait. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

test('caches a response until its content changes', async () => {
  const responseCache = new ResponseCache({ listening: true })
  let count = 0
  const read = async () =>
    (await responseCache.getOrRender('/a', async () => made(`version ${(count += 1)}`, 'course:1')))?.plain.toString()
  expect([await read(), await read()]).toEqual(['version 1', 'version 1'])
  responseCache.invalidate(['course:2'])
  expect(await read()).toBe('version 1')
  responseCache.invalidate(['course:1'])
  expect(await read()).toBe('version 2')
})

test('a change of one course invalidates pages of all courses', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/courses', async () => made('all', 'course'))
  responseCache.invalidate(['course:7'])
  expect(responseCache.get('/courses')).toBeUndefined()
})

test('one request renders while others get the previous bytes', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('old', 'course:1'))
  responseCache.invalidate(['course:1'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = responseCache.getOrRender('/a', async () => {
    await promise
    return made('new', 'course:1')
  })
  const second = await responseCache.getOrRender('/a', async () => made('made twice', 'course:1'))
  expect(second?.plain.toString()).toBe('old')
  resolve()
  expect((await first)?.plain.toString()).toBe('new')
})

test('does not cache a response begun before a change', async () => {
  const responseCache = new ResponseCache({ listening: true })
  const entry = await responseCache.getOrRender('/a', async () => {
    responseCache.invalidate(['course:1'])
    return made('stale', 'course:1')
  })
  expect(entry?.plain.toString()).toBe('stale')
  expect(responseCache.get('/a')).toBeUndefined()
})

test('caches nothing while changes are not reported', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'x'))
  responseCache.markAllStale(false)
  await responseCache.getOrRender('/a', async () => made('b', 'x'))
  expect(responseCache.get('/a')).toBeUndefined()
})

test('does not cache a failure', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await expect(responseCache.getOrRender('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await responseCache.getOrRender('/a', async () => made('yes')))?.plain.toString()).toBe('yes')
})

test('an exact read waits for the response after a change [SEC-065]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('old', 'course:1'))
  responseCache.invalidate(['course:1'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = responseCache.getOrRender('/a', async () => {
    await promise
    return made('new', 'course:1')
  })
  const second = responseCache.getOrRender('/a', async () => made('made twice', 'course:1'), { exact: true })
  resolve()
  expect([(await first)?.plain.toString(), (await second)?.plain.toString()]).toEqual(['new', 'new'])
})

test('an exact read skips a response begun before a change [SEC-065]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = responseCache.getOrRender('/a', async () => {
    await promise
    return made('before', 'course:1')
  })
  await Promise.resolve()
  responseCache.invalidate(['course:1'])
  const second = responseCache.getOrRender('/a', async () => made('after', 'course:1'), { exact: true })
  resolve()
  expect([(await first)?.plain.toString(), (await second)?.plain.toString()]).toEqual(['before', 'after'])
  expect(responseCache.get('/a')?.plain.toString()).toBe('after')
})

test('previous bytes are served for 1.5 seconds after a change [SEC-065]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('old', 'course:1'))
  responseCache.invalidate(['course:1'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = responseCache.getOrRender('/a', async () => {
    await promise
    return made('new', 'course:1')
  })
  const read = async () => (await responseCache.getOrRender('/a', async () => made('made twice', 'course:1')))?.plain.toString()
  expect(await read()).toBe('old')
  vi.setSystemTime(Date.now() + 1501)
  const late = read()
  resolve()
  expect([await late, (await first)?.plain.toString()]).toEqual(['new', 'new'])
})

/** Reads `/a` every 100 ms while it changes just before. Each rendering takes until the next read. */
async function readInRush(responseCache: ResponseCache, options: { seconds: number; exact: boolean }) {
  let [version, renderings, oldest] = [0, 0, 0]
  const changedAt = [Date.now()]
  for (let tick = 0; tick < options.seconds * 10; tick += 1) {
    vi.setSystemTime(Date.now() + 100)
    version += 1
    changedAt.push(Date.now())
    responseCache.invalidate(['seats:1'])
    let isRendering = false
    const render = async () => {
      renderings += 1
      isRendering = true
      return made(String(version), 'seats')
    }
    const entry = responseCache.getServable('/a') ?? (await responseCache.getOrRender('/a', render, { exact: options.exact }))
    const shown = Number(entry?.plain.toString())
    // The first change that the bytes don't show.
    if (shown < version) oldest = Math.max(oldest, Date.now() - (changedAt[shown + 1] ?? 0))
    await Promise.resolve()
    if (isRendering) await until(() => responseCache.get('/a') !== undefined)
  }
  return { renderings, oldest }
}

test.each([true, false])('a rush of changes costs one rendering a second, exact: %s [SEC-065]', async (exact) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('0', 'seats'))
  const { renderings, oldest } = await readInRush(responseCache, { seconds: 60, exact })
  expect(renderings).toBeLessThanOrEqual(60 + 3)
  expect(renderings).toBeGreaterThanOrEqual(55)
  expect(oldest).toBeLessThanOrEqual(1500)
})

test('a few changes in a row are seen at once', async () => {
  const responseCache = new ResponseCache({ listening: true })
  const shown: (string | undefined)[] = []
  for (const text of ['first', 'second', 'third']) {
    responseCache.invalidate(['course:1'])
    shown.push((await responseCache.getOrRender('/a', async () => made(text, 'course:1')))?.plain.toString())
  }
  expect(shown).toEqual(['first', 'second', 'third'])
})

test('a page in a rush is built from new parts only [SEC-065]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  for (let version = 0; version < 10; version += 1) {
    responseCache.invalidate(['course:1'])
    const entry = await responseCache.getOrRender('/part', async () => made(String(version), 'course:1'), { certain: true })
    expect(entry?.plain.toString()).toBe(String(version))
  }
})

test('an entry is as old as its oldest part [SEC-065]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => ({ ...made('a', 'course:1'), madeAt: Date.now() - 50_000 }))
  vi.setSystemTime(Date.now() + 9000)
  expect(responseCache.get('/a')).toBeDefined()
  vi.setSystemTime(Date.now() + 1001)
  expect(responseCache.get('/a')).toBeUndefined()
})

test('serves last known bytes for an hour without the database [SEC-080]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const responseCache = new ResponseCache({ listening: true })
  const failUnavailable = () => Promise.reject(new Unavailable('away', { isAway: true }))
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  await responseCache.getOrRender('/b', async () => made('b', 'course:2'))
  responseCache.invalidate(['course:2'])
  expect(await responseCache.getOrRender('/b', async () => undefined)).toBeUndefined()
  responseCache.markAllStale(false)
  expect(responseCache.getServable('/a')).toBeUndefined()
  expect((await responseCache.getOrRender('/a', failUnavailable))?.plain.toString()).toBe('a')
  expect(responseCache.getServable('/a')?.plain.toString()).toBe('a')
  await expect(responseCache.getOrRender('/a', failUnavailable, { certain: true })).rejects.toThrow(Unavailable)
  await expect(responseCache.getOrRender('/b', failUnavailable)).rejects.toThrow(Unavailable)
  vi.setSystemTime(Date.now() + 3_600_001)
  await expect(responseCache.getOrRender('/a', failUnavailable)).rejects.toThrow(Unavailable)
})

test('times out a silent database and serves last known bytes [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  responseCache.markAllStale(false)
  responseCache.noteDatabaseAway()
  expect((await responseCache.getOrRender('/a', () => new Promise(() => {})))?.plain.toString()).toBe('a')
})

test('a reader waits three seconds for a silent database [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  responseCache.markAllStale(false)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = responseCache.getOrRender('/a', () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(3000)
  expect((await silent)?.plain.toString()).toBe('a')
})

test('a reader after a change waits three seconds too [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  responseCache.markAllStale(true)
  const silent = () => responseCache.getOrRender('/a', () => new Promise(() => {}), { exact: true })
  const before = silent()
  // The connection that reports changes is lost while the rendering runs.
  responseCache.markAllStale(false)
  const after = silent()
  await vi.advanceTimersByTimeAsync(3000)
  expect((await Promise.all([before, after])).map((entry) => entry?.plain.toString())).toEqual(['a', 'a'])
})

test('a reader waits for one rendering, also when it fails [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  // Nobody waits for a time limit.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  responseCache.markAllStale(true)
  const { promise, reject } = Promise.withResolvers<ReturnType<typeof made>>()
  const before = responseCache.getOrRender('/a', () => promise)
  // A change during the rendering, whose reader wants what comes after it.
  responseCache.markAllStale(true)
  const after = responseCache.getOrRender('/a', () => new Promise(() => {}), { exact: true })
  reject(new Unavailable('silent', { isAway: true }))
  expect((await Promise.all([before, after])).map((entry) => entry?.plain.toString())).toEqual(['a', 'a'])
})

test('time that a reader has waited already counts [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  responseCache.markAllStale(false)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = () => new Promise<never>(() => {})
  const answer = responseCache.getOrRender('/a', silent, { waitsSince: performance.now() - 2900 })
  await vi.advanceTimersByTimeAsync(100)
  expect((await answer)?.plain.toString()).toBe('a')
})

test('a page of last known answers proves no database [SEC-080]', async () => {
  const responseCache = new ResponseCache({ listening: true })
  await responseCache.getOrRender('/a', async () => made('a', 'course:1'))
  responseCache.markAllStale(false)
  const ofLastKnown = async () => {
    responseCache.noteDatabaseAway()
    return made('b', 'course:1')
  }
  await responseCache.getOrRender('/b', ofLastKnown)
  // Otherwise each reader would wait for the silent database again.
  expect(responseCache.getServable('/a')?.plain.toString()).toBe('a')
})

test('limits the number of entries', async () => {
  const responseCache = new ResponseCache({ listening: true })
  for (let index = 0; index < 2100; index += 1) await responseCache.getOrRender(`/${index}`, async () => made('x'))
  expect(responseCache.get('/0')).toBeUndefined()
  expect(responseCache.get('/2099')).toBeDefined()
})

test('answers cached responses compressed or as 304', async () => {
  const shop = await createTestApp()
  shop.deps.responseCache.markAllStale(true)
  await sellCourse(shop.db)
  const plain = await shop.app.inject('/api/courses/')
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
    vary: 'Accept-Encoding',
  })
  const ask = (headers: Record<string, string>) => shop.app.inject({ url: '/api/courses/', headers })
  const small = await ask({ 'accept-encoding': 'gzip, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  for (const accepted of ['gzip, br;q=0', 'GZip', 'gzip, BR;Q=0.0']) {
    expect(gunzipSync((await ask({ 'accept-encoding': accepted })).rawPayload).toString()).toBe(plain.body)
  }
  const etag = String(plain.headers.etag)
  for (const tag of [etag, etag.slice(2), `"other", ${etag}`]) {
    const notModified = await ask({ 'if-none-match': tag })
    expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
  }
  expect((await shop.app.inject({ method: 'HEAD', url: '/api/courses/' })).body).toBe('')
})

test('a change in one process invalidates entries in another', async () => {
  const [shop, { responseCache, log }] = [
    await createTestApp(),
    { responseCache: new ResponseCache({ listening: false }), log: (await createTestApp()).deps.log },
  ]
  const changes = listenForChanges({ connectionString: shop.deps.config.databaseUrl, responseCache, log })
  await changes.ready
  onTestFinished(changes.stop)
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 3 })
  await responseCache.getOrRender('marker', async () => made('x', 'course:0'))
  for (const change of [
    `update courses set title = 'Renamed' where id = ${courseId}`,
    `update batches set capacity = 2 where id = ${batchId}`,
    `insert into users (email, full_name) values ('a@example.com', 'A')`,
    `insert into enrolments (user_id, batch_id, created_at) select id, ${batchId}, now() from users`,
  ]) {
    await until(
      async () =>
        (await responseCache.getOrRender('page', async () => made('x', `course:${courseId}`, `seats:${courseId}`))) !==
          undefined && responseCache.get('page') !== undefined,
    )
    await shop.db.query(change)
    if (!change.includes('users (')) await until(() => responseCache.get('page') === undefined)
  }
  expect(responseCache.get('marker')).toBeDefined()
})

test('a sale invalidates what shows seats and nothing else', async () => {
  const shop = await createTestApp()
  const { responseCache, config, log } = shop.deps
  const changes = listenForChanges({ connectionString: config.databaseUrl, responseCache, log })
  await changes.ready
  onTestFinished(changes.stop)
  const { courseId, batchId } = await sellCourse(shop.db, { capacity: 3 })
  const invalidate = vi.spyOn(responseCache, 'invalidate')
  // Announced last, so that the announcements of the new course are over.
  await shop.db.query(`select invalidate_cache('marker')`)
  await until(() => invalidate.mock.calls.some(([tags]) => [...tags].includes('marker')))
  const storeAll = () =>
    Promise.all([
      responseCache.getOrRender('seats', async () => made('a', `course:${courseId}`, `seats:${courseId}`)),
      responseCache.getOrRender('course', async () => made('b', `course:${courseId}`)),
      responseCache.getOrRender('all courses', async () => made('c', 'course')),
    ])
  await storeAll()
  invalidate.mockClear()
  await shop.db.query(`with buyer as (insert into users (email, full_name) values ('a@example.com', 'A') returning id)
    insert into enrolments (user_id, batch_id, created_at) select id, ${batchId}, now() from buyer`)
  await until(() => responseCache.get('seats') === undefined)
  expect(['course', 'all courses'].map((key) => responseCache.get(key)?.plain.toString())).toEqual(['b', 'c'])
  expect(invalidate.mock.calls).toEqual([[new Set([`seats:${courseId}`])]])
})

test('the notifications of one transaction are one invalidation', async () => {
  const shop = await createTestApp()
  const { responseCache, config, log } = shop.deps
  const changes = listenForChanges({ connectionString: config.databaseUrl, responseCache, log })
  await changes.ready
  onTestFinished(changes.stop)
  const invalidate = vi.spyOn(responseCache, 'invalidate')
  await shop.db.query(`begin; select invalidate_cache('course:' || n) from generate_series(1, 50) n; commit`)
  await until(() => invalidate.mock.calls.length > 0)
  expect(invalidate.mock.calls.map(([tags]) => [...tags].length)).toEqual([50])
})

test('a course page answers the new price with the next request', async () => {
  const shop = await createTestApp()
  const changes = listenForChanges({
    connectionString: shop.deps.config.databaseUrl,
    responseCache: shop.deps.responseCache,
    log: shop.deps.log,
  })
  await changes.ready
  onTestFinished(changes.stop)
  const { courseId } = await sellCourse(shop.db)
  const path = `/courses/${courseId}/`
  await until(async () => {
    await shop.get(path)
    return shop.deps.responseCache.get(`/api${path}`) !== undefined
  })
  await shop.db.query('update courses set price_paise = 1000000 where id = $1', [courseId])
  await until(() => shop.deps.responseCache.get(`/api${path}`) === undefined)
  expect((await shop.get(path)).json<Course>().price).toBe(10_000)
})

test('a lost connection makes entries stale until it is back', async () => {
  const shop = await createTestApp()
  const responseCache = new ResponseCache({ listening: false })
  const changes = listenForChanges({ connectionString: shop.deps.config.databaseUrl, responseCache, log: shop.deps.log })
  await changes.ready
  onTestFinished(changes.stop)
  await responseCache.getOrRender('/a', async () => made('a', 'course'))
  expect(responseCache.get('/a')).toBeDefined()
  await shop.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen cache_invalidated' and datname = current_database()`,
  )
  await until(() => responseCache.get('/a') === undefined)
  await until(async () => {
    await responseCache.getOrRender('/a', async () => made('a', 'course'))
    return responseCache.get('/a') !== undefined
  })
})

test('a public answer waits for no count of calls [SEC-080]', async () => {
  const shop = await createTestApp()
  await sellCourse(shop.db)
  const before = await shop.get('/courses/')
  shop.deps.db.connect = shop.deps.db.query = () => new Promise<never>(() => {})
  shop.deps.responseCache.markAllStale(false)
  shop.deps.responseCache.noteDatabaseAway()
  const silent = await shop.get('/courses/')
  expect([silent.statusCode, silent.body]).toEqual([200, before.body])
})
