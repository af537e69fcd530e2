import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { pageList, pathTo } from '#contract/pages.ts'
import { buildApp } from '#server/app.ts'
import { signAccessToken } from '#server/auth/access-token.ts'
import { system, visitor } from '#server/auth/principal.ts'
import { checkPatterns } from '#server/catalog/batches/check-patterns.ts'
import type { Deps } from '#server/deps.ts'
import { search } from '#server/search/search.ts'
import type { Figure } from './benchmark.ts'
import { median, timeOf } from './compare.ts'
import { fillSchool } from './growth/fill-school.ts'
import { runJobs } from './growth/run-jobs.ts'
import { fullSize } from './growth/tables.ts'
import { timeStaffCalls } from './growth/time-staff-calls.ts'
import type { Cluster } from './open-cluster.ts'
import { openDeps } from './open-deps.ts'
import { openSeller } from './sell.ts'
import { sellBatches } from './sell-batches.ts'
import { sinkMail } from './sink-mail.ts'
import { spawnMain } from './spawn-main.ts'

export const name = 'growth'

/** Sizes of a school in courses. */
const sizes = [1, 100, fullSize]
const calls = 31
const searches = 200
/** Refreshes of an entry that the cache runs at once, and milliseconds until it runs as many again. */
const refreshes = { atOnce: 2, every: 3200, rounds: 3 }

/** Cache tags of what the rendered pages show. */
const shown = ['course', 'seats', 'instructor', 'utility', 'project', 'company', 'testimonial', 'blog', 'site']

interface Measured {
  /** Milliseconds, medians, by what was done. */
  times: Map<string, number>
  /** Milliseconds of each search in the database, sorted. */
  searches: number[]
  /** The largest page in brotli. */
  largest: { path: string; bytes: number }
  /** Bytes of the server's process after all calls. */
  memory: number
  /** Milliseconds of each list of staff, by path. */
  staff: Map<string, number>
  bulk: Bulk[]
}

/** Work on every row of a list. */
interface Bulk {
  title: string
  seconds: number
  /** Bytes by which the process grew at most. */
  grown: number
}

/** Measures what a school costs with a hundred and with ten thousand times as much of everything. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const measured: Measured[] = []
  for (const parts of sizes) {
    const { databaseUrl, db } = await cluster.openShop()
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const started = performance.now()
    const rows = await fillSchool(client, parts)
    await client.end()
    console.error(`  ${parts} courses: ${rows} rows in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    measured.push(await measure(databaseUrl, db, parts))
  }
  const [small, full] = [measured[0], measured.at(-1)]
  if (!small || !full) return []
  const figures = [...full.times].map(([title, value]): Figure => {
    const each = measured.map(({ times }) => times.get(title) ?? Number.NaN)
    return {
      title: `${title}: ${fullSize} courses / 1`,
      value: value / (each[0] ?? Number.NaN),
      unit: 'ratio',
      goal: { atMost: 2 },
      detail: `${each.map((one) => one.toFixed(1)).join(' / ')} ms`,
    }
  })
  const p95 = ({ searches: times }: Measured) => times[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    ...figures,
    {
      title: `search in the database at ${fullSize} courses, p95`,
      value: p95(full),
      unit: 'ms',
      goal: { atMost: 50 },
      detail: `median ${median(full.searches).toFixed(1)} ms; p95 by size ${measured.map((one) => p95(one).toFixed(1)).join(' / ')} ms`,
    },
    {
      title: `largest page at ${fullSize} courses, brotli`,
      value: full.largest.bytes / 1024,
      unit: 'KB',
      goal: { atMost: 40 },
      detail: measured.map(({ largest }) => `${largest.path} ${(largest.bytes / 1024).toFixed(1)}`).join(' / '),
    },
    {
      title: `memory of the server at ${fullSize} courses`,
      value: full.memory / 1024 / 1024,
      unit: 'MB',
      goal: { atMost: 512 },
      detail: `${measured.map(({ memory }) => (memory / 1024 / 1024).toFixed(0)).join(' / ')} MB`,
    },
    {
      title: `slowest list of staff at ${fullSize} courses`,
      value: Math.max(...full.staff.values()),
      unit: 'ms',
      goal: { atMost: 500 },
      detail: slowest(full.staff),
    },
    ...full.bulk.map(
      ({ title, seconds, grown }, index): Figure => ({
        title: `memory that ${title} needs at ${fullSize} courses`,
        value: grown / 1024 / 1024,
        unit: 'MB',
        goal: { atMost: 100 },
        detail: `${seconds.toFixed(0)} s; by size ${measured.map(({ bulk }) => ((bulk[index]?.grown ?? 0) / 1024 / 1024).toFixed(0)).join(' / ')} MB`,
      }),
    ),
  ]
}

async function measure(databaseUrl: string, db: pg.Pool, parts: number): Promise<Measured> {
  const { close, ...deps } = await openDeps(databaseUrl)
  const sink = await sinkMail()
  // A running school has compared its batches with their patterns. One that was filled at once would do it while it is measured.
  await checkPatterns(deps, system)
  const server = await spawnMain(databaseUrl, sink.url)
  const times = new Map<string, number>()
  const timeEach = async (title: string, run: (turn: number) => Promise<unknown>) => {
    const each: number[] = []
    for (let turn = 0; turn < calls; turn += 1) {
      const started = performance.now()
      await run(turn)
      each.push(performance.now() - started)
    }
    times.set(title, median(each))
  }
  try {
    const largest = await readPages(server.url)
    for (const [path, time] of await renderPages(server.url, db)) times.set(`render ${path}`, time)

    const { rows } = await deps.db.query<{ now: number }>('select extract(epoch from app_now())::int as now')
    // Each student of the generated school has a session with the number of the student.
    const student = 1 + (parts * 100) / 2
    const session = `00000000-0000-4000-8000-${student.toString(16).padStart(12, '0')}`
    const headers = { authorization: `Bearer ${await signAccessToken(deps, student, session, rows[0]?.now ?? 0)}` }
    const read = (path: string) => () => timeOf({ url: `${server.url}/api${path}`, headers })
    const send = (path: string, body: object) => timeOf({ url: `${server.url}/api${path}`, method: 'POST', body })
    await timeEach('profile', read('/auth/profile/'))
    await timeEach('payments of a student', read('/payment/payment-details/'))
    await timeEach('purchases of a course', read('/payment/purchases/1/'))
    await timeEach('courses of a student', read('/enrolled-courses/'))
    await timeEach('the day of a student', read('/today/'))
    await timeEach('login', (turn) => send('/auth/login/', { email: `student${turn + 1}@example.com` }))
    await timeEach('registration', (turn) =>
      send('/auth/register/', {
        full_name: 'Asha Patil',
        phone_number: '9876543210',
        email: `new${turn}@example.com`,
        type: 'enroll',
      }),
    )
    const [batch = 0] = await sellBatches(db, 1)
    const seller = await openSeller(databaseUrl)
    await timeEach('sale in the database', (turn) => seller.sell(student + turn, batch))
    await seller.stop()

    const found: number[] = []
    for (let turn = 0; turn < searches; turn += 1) {
      const started = performance.now()
      await search(deps, visitor, { query: { q: wordsOf(turn) } })
      found.push(performance.now() - started)
    }
    const { memory } = await server.usage()
    // The jobs compare all batches again.
    await deps.db.query('truncate pattern_checks')
    const { bulk, staff } = await runAsOwner(deps)
    return { times, bulk, staff, searches: found.toSorted((one, other) => one - other), largest, memory }
  } finally {
    await server.stop()
    sink.close()
    await close()
  }
}

/** The slowest calls, with their milliseconds. */
function slowest(times: Map<string, number>): string {
  const sorted = [...times].toSorted(([, one], [, other]) => other - one)
  return sorted
    .slice(0, 5)
    .map(([path, time]) => `${path} ${time.toFixed(0)}`)
    .join(', ')
}

/** Reads the lists of staff, runs every job that runs by the clock, and takes the two largest lists as files, in this process. */
async function runAsOwner(deps: Deps): Promise<Pick<Measured, 'bulk' | 'staff'>> {
  const owner = { kind: 'staff', id: 1, role: 'owner', sessionId: randomUUID(), recentFactor: 'totp' } as const
  const app = await buildApp({ ...deps, authenticateStaff: async () => owner })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const takeFile = async (list: string) => {
    const response = await fetch(`${url}/api/staff/${list}/export/`)
    if (!response.ok || !response.body) throw new Error(`${list}: ${response.status}`)
    for await (const _chunk of response.body) continue
  }
  const staff = await timeStaffCalls(url)
  const work: [string, () => Promise<void>][] = [
    ['the jobs of the clock', () => runJobs({ ...deps, log: pino({ level: 'silent' }) })],
    ['a file of all students', () => takeFile('students')],
    ['a file of all payments', () => takeFile('payments')],
  ]
  const done: Bulk[] = []
  for (const [title, run] of work) {
    const [before, started] = [process.memoryUsage().rss, performance.now()]
    let grown = 0
    const sampler = setInterval(() => (grown = Math.max(grown, process.memoryUsage().rss - before)), 100)
    await run().finally(() => clearInterval(sampler))
    done.push({ title, seconds: (performance.now() - started) / 1000, grown })
  }
  await app.close()
  return { bulk: done, staff }
}

/** Reads every public page and returns the largest. */
async function readPages(url: string): Promise<Measured['largest']> {
  let largest = { path: '', bytes: 0 }
  for (const page of pageList) {
    if (page.layout !== 'public' || page.redirect) continue
    const path = pathTo(page.name, page.path.includes(':') ? 1 : undefined, page.name === 'search' ? { q: 'React' } : {})
    const response = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    const bytes = Number(response.headers.get('content-length'))
    if (bytes > largest.bytes) largest = { path, bytes }
  }
  return largest
}

/** Returns the milliseconds until each page is there after everything in it has changed. */
async function renderPages(url: string, db: pg.Pool): Promise<Map<string, number>> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < refreshes.rounds; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, refreshes.every))
    for (let turn = 0; turn < refreshes.atOnce; turn += 1) {
      for (const path of ['/home', '/courses', '/courses/1', '/newbatches', '/blogs']) {
        await db.query(`select pg_notify('cache_invalidated', tag) from unnest($1::text[]) tag`, [shown])
        times.set(path, [...(times.get(path) ?? []), await timeOf({ url: url + path, headers: { 'accept-encoding': 'br' } })])
      }
    }
  }
  return new Map([...times].map(([path, each]) => [path, median(each)]))
}

/** Words as visitors type them: subjects, two of them, the beginning of one, one with a typing error, and a rare one. */
function wordsOf(turn: number): string {
  const subjects = ['React', 'Docker', 'Kubernetes', 'Python', 'Terraform', 'data analysis', 'cloud', 'machine learning']
  const subject = subjects[turn % subjects.length] ?? ''
  const other = subjects[(turn * 3 + 1) % subjects.length] ?? ''
  const forms = [subject, `${subject} ${other}`, subject.slice(0, 4), subject.replace(/(.)(.)$/, '$2$1'), 'kalomiru']
  return forms[Math.floor(turn / subjects.length) % forms.length] ?? ''
}
