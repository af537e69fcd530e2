import { expect, test } from 'vitest'
import { sellCourse } from '#tests/school/sell-course.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { type Server, spawnServer } from './spawn-server.ts'

/**
 * Milliseconds after which no page may show the previous content. The promise is two seconds, which `published-changes.test.ts`
 * holds in a quiet shop. Here twelve readers a page render at the same time.
 */
const deadlineMs = 10_000

interface FetchedPage {
  status: number
  text: string
}
/** Checks that a page shows a change. */
type Predicate = (page: FetchedPage) => boolean

const contains =
  (text: string): Predicate =>
  ({ text: content }) =>
    content.includes(text)
const omits =
  (text: string): Predicate =>
  ({ text: content }) =>
    !content.includes(text)

/** Starts two processes on one database, as behind a load balancer. */
async function openShop() {
  const { db, url } = await openDatabase()
  const outside = await openOutside()
  await db.query(
    `insert into blogs (id, slug, title, category, author, excerpt, content, published_on)
     values (1, 'one', 'About queues', 'Cloud', 'A', 'E', '{Text}', current_date - 2)`,
  )
  const { rows } = await db.query<{ id: number }>(
    `insert into users (email, full_name) values ('a@example.com', 'A') returning id`,
  )
  const servers = await Promise.all([1, 2].map(() => spawnServer({ databaseUrl: url, ...outside })))
  return { db, servers, userId: rows[0]?.id ?? 0 }
}

/**
 * Requests a page `atOnce` times in parallel until each response shows the change.
 * @throws when a response shows the previous content after the deadline
 */
async function waitForChange(
  server: Server,
  path: string,
  shows: Predicate,
  options: { changedAt: number; atOnce: number },
): Promise<void> {
  const pollPage = async () => {
    for (;;) {
      const requestedAt = performance.now()
      const answer = await fetch(server.url + path)
      const page = { status: answer.status, text: await answer.text() }
      if (shows(page)) return
      if (requestedAt - options.changedAt > deadlineMs) throw new Error(`${path} is out of date (${page.status})`)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, pollPage))
}

test('each change shows on every page under many readers [SEC-065]', { timeout: 240_000 }, async () => {
  const shop = await openShop()
  // The first round requests each page once, the second concurrently.
  await changeEverything(shop, { atOnce: 1, blogTopic: 'streams' })
  await changeEverything(shop, { atOnce: 6, blogTopic: 'rivers' })
})

type Shop = Awaited<ReturnType<typeof openShop>>

/** Sells a new course, changes it and a blog, and waits for each change. At the end the course is not published. */
async function changeEverything({ db, servers, userId }: Shop, { atOnce, blogTopic }: { atOnce: number; blogTopic: string }) {
  const { courseId, batchId } = await sellCourse(db, { capacity: 7 })
  const course = `/courses/${courseId}`
  const batches = `${course}?tab=batches`
  const search = '/search?q=testing'
  const lists = ['/home', '/courses', '/newbatches', '/career-kickstart', search, '/courses.data', '/home.data']
  const of = (paths: string[], shows: Predicate): [string, Predicate][] => paths.map((path) => [path, shows])
  const changes: [string, [string, Predicate][]][] = [
    [
      `update courses set title = 'Testing for Teams' where id = ${courseId}`,
      [...of([...lists, course], contains('Testing for Teams')), ...of(['/api/courses/'], contains('Testing for Teams'))],
    ],
    [
      `update courses set price_paise = 1234500 where id = ${courseId}`,
      of(['/home', '/courses', course, '/career-kickstart', search], contains('₹12,345')),
    ],
    [
      `insert into enrolments (user_id, batch_id, created_at) select ${userId}, ${batchId}, now()`,
      of(['/home', '/career-kickstart', batches], contains('6 of 7 seats left')),
    ],
    [
      `update batches set capacity = 4 where id = ${batchId}`,
      [
        ...of(['/home', '/career-kickstart', batches], contains('3 of 4 seats left')),
        ['/newbatches', contains('Few seats left')],
      ],
    ],
    [
      `update batches set cancelled_at = now() where id = ${batchId}`,
      [
        ...of(['/home', '/career-kickstart'], omits('seats left')),
        ...of(['/newbatches'], omits('Few seats left')),
        ...of([batches], omits('3 of 4 seats left')),
        ...of(['/courses', search], contains('New dates to be announced')),
      ],
    ],
    [
      `update blogs set title = 'About ${blogTopic}' where id = 1`,
      of(['/blogs.atom', '/blogs', '/blog/1', `/search?q=${blogTopic}`], contains(`About ${blogTopic}`)),
    ],
    [
      `update courses set publication = 'draft' where id = ${courseId}`,
      [...of(lists, omits('Testing for Teams')), ['/sitemap.xml', omits(`${course}<`)], [course, ({ status }) => status === 404]],
    ],
  ]
  for (const [sql, expected] of changes) {
    // Fills the caches of both processes before the change.
    for (const server of servers)
      await Promise.all(expected.map(([path]) => fetch(server.url + path).then((read) => read.text())))
    await db.query(sql)
    const changedAt = performance.now()
    await Promise.all(
      servers.flatMap((server) => expected.map(([path, shows]) => waitForChange(server, path, shows, { changedAt, atOnce }))),
    )
  }
  expect(changes.length).toBe(7)
}
