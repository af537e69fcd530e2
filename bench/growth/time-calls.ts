import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import { search } from '#server/site/search/search.ts'
import { timeOf } from '../compare.ts'
import { openSeller, type Seller } from '../sell.ts'
import { sellBatches } from '../sell-batches.ts'
import type { School } from './open-school.ts'

const calls = 31
const searches = 200
/** Refreshes of an entry that the cache runs at once, and milliseconds until it runs as many again. The first rounds only warm up. */
const refreshes = { atOnce: 2, every: 3200, warmUp: 5, measured: 5 }
const pages = ['/home', '/courses', '/courses/1', '/newbatches', '/blogs']

/** Cache tags of what these pages show. */
const shown = ['course', 'seats', 'instructor', 'utility', 'project', 'company', 'testimonial', 'blog', 'site']

/** Milliseconds of each run, for each school in the order of the schools. */
export type Times = number[][]

/** Returns the milliseconds that something took in a school. */
type Timed = (school: School, turn: number) => Promise<number>

/** Times one school after the other, and begins with another one each turn, so that other load affects all alike. */
async function inTurns(schools: readonly School[], turns: number, time: Timed, first = 0): Promise<Times> {
  const times: Times = schools.map(() => [])
  for (let turn = first; turn < first + turns; turn += 1) {
    for (let place = 0; place < schools.length; place += 1) {
      const index = (turn + place) % schools.length
      const school = schools[index]
      if (school) times[index]?.push(await time(school, turn))
    }
  }
  return times
}

/** Times how long each page takes after everything in it has changed, by title. */
export async function timeRenderings(schools: readonly School[]): Promise<Map<string, Times>> {
  const times = new Map<string, Times>()
  for (let round = 0; round < refreshes.warmUp + refreshes.measured; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, refreshes.every))
    for (const path of pages) {
      const render: Timed = async ({ server, db }) => {
        await db.query(`select pg_notify('cache_invalidated', tag) from unnest($1::text[]) tag`, [shown])
        return timeOf({ url: server.url + path, headers: { 'accept-encoding': 'br' } })
      }
      const timed = await inTurns(schools, refreshes.atOnce, render, round * refreshes.atOnce)
      const title = `render ${path}`
      if (round >= refreshes.warmUp) times.set(title, append(times.get(title), timed))
    }
  }
  return times
}

const append = (before: Times | undefined, after: Times): Times =>
  after.map((each, index) => [...(before?.[index] ?? []), ...each])

/** Times the calls of a student and of somebody who comes in, by title. */
export async function timeCalls(schools: readonly School[]): Promise<Map<string, Times>> {
  const authorization = new Map<School, string>()
  for (const school of schools) authorization.set(school, await authorizationOf(school))
  const read =
    (path: string): Timed =>
    (school) =>
      timeOf({ url: `${school.server.url}/api${path}`, headers: { authorization: authorization.get(school) ?? '' } })
  const send = ({ server }: School, path: string, body: object) =>
    timeOf({ url: `${server.url}/api${path}`, method: 'POST', body })
  const works: [string, Timed][] = [
    ['profile', read('/auth/profile/')],
    ['payments of a student', read('/payment/payment-details/')],
    ['purchases of a course', read('/payment/purchases/1/')],
    ['courses of a student', read('/enrolled-courses/')],
    ['the day of a student', read('/today/')],
    ['login', (school, turn) => send(school, '/auth/login/', { email: `student${turn + 1}@example.com` })],
    ['registration', (school, turn) => send(school, '/auth/register/', newStudent(turn))],
  ]
  const times = new Map<string, Times>()
  for (const [title, time] of works) times.set(title, await inTurns(schools, calls, time))
  return times
}

const newStudent = (turn: number) => ({
  full_name: 'Asha Patil',
  phone_number: '9876543210',
  email: `new${turn}@example.com`,
  type: 'enroll',
})

/** A student in the middle of the school. */
const studentOf = ({ parts }: School) => 1 + (parts * 100) / 2

async function authorizationOf(school: School): Promise<string> {
  const { deps } = school
  const { rows } = await deps.db.query<{ now: number }>('select extract(epoch from app_now())::int as now')
  const student = studentOf(school)
  // Each student of the generated school has a session with the number of the student.
  const session = `00000000-0000-4000-8000-${student.toString(16).padStart(12, '0')}`
  return `Bearer ${await signAccessToken(deps, student, session, rows[0]?.now ?? 0)}`
}

/** Times sales without HTTP and without a provider. */
export async function timeSales(schools: readonly School[]): Promise<Times> {
  const sellers = new Map<School, { seller: Seller; batch: number }>()
  for (const school of schools) {
    const [batch = 0] = await sellBatches(school.db, 1)
    sellers.set(school, { seller: await openSeller(school.databaseUrl), batch })
  }
  try {
    return await inTurns(schools, calls, (school, turn) => {
      const open = sellers.get(school)
      return timeIn(async () => open?.seller.sell(studentOf(school) + turn, open.batch))
    })
  } finally {
    for (const { seller } of sellers.values()) await seller.stop()
  }
}

/** Times searches in the database. */
export async function timeSearches(schools: readonly School[]): Promise<Times> {
  return inTurns(schools, searches, ({ deps }, turn) => timeIn(() => search(deps, visitor, { query: { q: wordsOf(turn) } })))
}

async function timeIn(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Words as visitors type them: subjects, two of them, the beginning of one, one with a typing error, and a rare one. */
function wordsOf(turn: number): string {
  const subjects = ['React', 'Docker', 'Kubernetes', 'Python', 'Terraform', 'data analysis', 'cloud', 'machine learning']
  const subject = subjects[turn % subjects.length] ?? ''
  const other = subjects[(turn * 3 + 1) % subjects.length] ?? ''
  const forms = [subject, `${subject} ${other}`, subject.slice(0, 4), subject.replace(/(.)(.)$/, '$2$1'), 'kalomiru']
  return forms[Math.floor(turn / subjects.length) % forms.length] ?? ''
}
