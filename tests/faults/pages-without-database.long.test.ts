import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { listenForChanges } from '#server/platform/cache/listen-for-changes.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { openProxy } from './open-proxy.ts'
import { spawnServer, until } from './spawn-server.ts'

const log = pino({ level: 'silent' })

async function openShop() {
  const { db, url } = await openDatabase()
  return { db, proxy: await openProxy(url) }
}

test('cached pages work without the database, others answer 503 [SEC-080]', { timeout: 120_000 }, async () => {
  const { db, proxy } = await openShop()
  const { courseId } = await sellCourse(db)
  const server = await spawnServer({ databaseUrl: proxy.url, ...(await openOutside()) })
  const get = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const known = [
    '/home',
    '/courses',
    '/courses?category=devops',
    `/courses/${courseId}`,
    `/courses/${courseId}/`,
    '/api/courses/',
  ]
  for (const path of known) expect((await get(path)).status, path).toBe(200)
  const unpublished = await sellCourse(db)
  await get(`/courses/${unpublished.courseId}`)
  await db.query(`update courses set publication = 'draft' where id = $1`, [unpublished.courseId])
  await until('it is gone', async () => (await get(`/courses/${unpublished.courseId}`)).status === 404)

  proxy.setState('refused')
  for (const round of [1, 2, 3]) {
    for (const path of known) {
      const page = await get(path)
      expect([page.status, page.text.includes('Testing in Practice')], `${path} in round ${round}`).toEqual([200, true])
    }
  }
  // Pages that were never requested are rendered from cached answers, also for navigation in the browser.
  for (const path of ['/contact', '/login', '/courses.data?_routes=routes%2Fcourses']) {
    const page = await get(path)
    expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'no-store'])
    expect(page.text, path).not.toContain('Failed to load')
  }
  for (const path of ['/blogs', '/policy/5', `/courses/${unpublished.courseId}`]) {
    const page = await get(path)
    expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')], path).toEqual([
      503,
      'text/html; charset=utf-8',
      '5',
    ])
    expect(page.text).toContain('We are briefly unavailable')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  }
  // Seats are never answered from the cache.
  expect((await fetch(`${server.url}/api/courses/${courseId}/batches/`)).status).toBe(503)

  await db.query(`update courses set title = 'Changed meanwhile' where id = $1`, [courseId])
  proxy.setState('open')
  await until('the change is there', async () => (await get('/home')).text.includes('Changed meanwhile'), 10_000)
  expect((await get('/blogs')).status).toBe(200)
})

test('a missing list shows an error message and the page shell [SEC-081]', { timeout: 120_000 }, async () => {
  const { db, proxy } = await openShop()
  const { courseId } = await sellCourse(db)
  await db.query(`alter table courses rename to courses_missing`)
  await db.query(`alter table utility_items rename to utility_items_missing`)
  await db.query(`alter table projects rename to projects_missing`)
  const server = await spawnServer({ databaseUrl: proxy.url, ...(await openOutside()) })
  for (const [path, message] of [
    ['/home', 'Failed to load courses'],
    ['/courses', 'Failed to load courses'],
    ['/courses?category=cloud', 'Failed to load courses'],
    [`/courses/${courseId}`, 'Failed to load course details'],
    ['/newbatches', 'Failed to load upcoming batches'],
    ['/career-kickstart', 'Failed to load upcoming batches'],
    ['/terms', 'Failed to load Terms &amp; Conditions.'],
    ['/privacy-policy', 'Failed to load policy.'],
    ['/policy/6', 'Failed to load policy.'],
    ['/ProjectsList', 'Failed to fetch projects'],
    ['/contact', 'Contact'],
  ]) {
    const response = await fetch(server.url + path)
    const text = await response.text()
    expect(text, path).toContain(message)
    expect([text.includes('No categories available'), text.includes('</footer>')], path).toEqual([true, true])
    expect(response.headers.get('cache-control'), path).toBe('no-store')
  }
  await db.query('alter table courses_missing rename to courses')
  const back = await (await fetch(`${server.url}/courses`)).text()
  expect([back.includes('Testing in Practice'), back.includes('Failed to load')]).toEqual([true, false])
})

test('a silent listener connection makes the cache stale [SEC-080]', async () => {
  const { proxy } = await openShop()
  const responseCache = new ResponseCache({ listening: false })
  const changes = listenForChanges({ connectionString: proxy.url, responseCache, log, beat: { every: 50, answerWithin: 1500 } })
  await changes.ready
  onTestFinished(changes.stop)
  await responseCache.getOrRender('/a', async () => ({ body: Buffer.from('a'), headers: {}, tags: new Set(['course']) }))
  expect(responseCache.get('/a')).toBeDefined()
  proxy.setState('silent')
  await until('it is stale', async () => responseCache.get('/a') === undefined)
  await until('the stale entry is served', async () => responseCache.getServable('/a') !== undefined)
  proxy.setState('open')
  await until('changes are received again', async () => {
    await responseCache.getOrRender('/a', async () => ({ body: Buffer.from('a'), headers: {}, tags: new Set(['course']) }))
    return responseCache.get('/a') !== undefined
  })
})
