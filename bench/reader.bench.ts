import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import { type Browser, openBrowser } from './browser.ts'
import { median } from './compare.ts'
import type { Cluster, Shop } from './open-cluster.ts'
import { openDeps } from './open-deps.ts'

export const name = 'reader'

const execute = promisify(execFile)
const folder = join(import.meta.dirname, 'lighthouse')
const rounds = 5
const publicPaths = ['/home', '/courses', '/courses/2', '/search?q=cloud', '/login', '/newbatches', '/contact']

interface Reading {
  path: string
  /** Percent. */
  performance: number
  /** Milliseconds. */
  lcp: number
  tbt: number
  cls: number
  /** JavaScript files, and their KB on the wire. */
  scripts: number
  scriptsSize: number
  fonts: number
}

/** Reads pages as Lighthouse's phone does, and follows a link with the pointer as a reader on a desk does. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['install'], { cwd: folder, stdio: 'ignore' })
  const shop = await cluster.openShop()
  await loadDemo(shop.db, new Date())
  const pages: Reading[] = []
  const rooms: Reading[] = []
  const times: number[] = []
  // The rounds are interleaved, so that other load affects all pages alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const path of publicPaths) pages.push(await inBrowser(({ port }) => readPage(port, shop.url, path)))
    const student = await signIn(shop)
    const room = await inBrowser(async (browser) => {
      await browser.store(shop.url, student.items)
      return readPage(browser.port, shop.url, student.room)
    })
    rooms.push(room)
    times.push(await inBrowser((browser) => browser.timeNavigation(shop.url, '/contact', '/courses')))
  }
  const medians = publicPaths.map((path) => middle(pages.filter((page) => page.path === path)))
  return [
    ...summarise('public pages', medians, { performance: 100, scriptsSize: 60 }),
    ...summarise('the room', [middle(rooms)], { performance: 95, scriptsSize: 110 }),
    {
      title: 'from the press of a link to the first paint of a cached page',
      value: median(times),
      unit: 'ms',
      goal: { atMost: 100 },
      detail: times.map((time) => time.toFixed(0)).join(', '),
    },
  ]
}

/** A browser has an empty cache, as on a first visit. */
async function inBrowser<Value>(act: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await openBrowser()
  try {
    return await act(browser)
  } finally {
    await browser.close()
  }
}

/** Signs a student in. Returns what the browser stores for ten minutes of access, and the path of the student's room. */
async function signIn({ databaseUrl, db }: Shop): Promise<{ items: Record<string, string>; room: string }> {
  const { close, ...deps } = await openDeps(databaseUrl)
  const { rows } = await db.query<{ user: number; name: string; email: string; course: number; now: number }>(
    `select u.id::int as user, u.full_name as name, u.email, b.course_id::int as course, extract(epoch from app_now())::int as now
     from enrolments e join users u on u.id = e.user_id join batches b on b.id = e.batch_id
     where b.starts_at < app_now() order by b.starts_at desc, u.id limit 1`,
  )
  const student = rows[0]
  if (!student) throw new Error('the demo has no student in a running batch')
  const session = randomUUID()
  await db.query(
    `insert into sessions (id, user_id, idle_expires_at, expires_at)
     values ($1, $2, app_now() + interval '1 day', app_now() + interval '1 day')`,
    [session, student.user],
  )
  const accessToken = await signAccessToken(deps, student.user, session, student.now)
  await close()
  const user = JSON.stringify({ full_name: student.name, email: student.email })
  return { items: { accessToken, refreshToken: 'none', user }, room: `/enrolled-courses/${student.course}` }
}

/** The medians of the readings of one page. */
function middle(each: Reading[]): Reading {
  const of = (name: keyof Omit<Reading, 'path'>) => median(each.map((reading) => reading[name]))
  return {
    path: each[0]?.path ?? '',
    performance: of('performance'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    scripts: of('scripts'),
    scriptsSize: of('scriptsSize'),
    fonts: of('fonts'),
  }
}

/** The parts of a report that are read. */
interface Report {
  categories: { performance: { score: number } }
  audits: Record<'largest-contentful-paint' | 'total-blocking-time' | 'cumulative-layout-shift', { numericValue: number }> & {
    'network-requests': { details: { items: { resourceType: string; transferSize: number }[] } }
  }
}

/** The stored session of a student survives the reading. */
async function readPage(port: number, url: string, path: string): Promise<Reading> {
  const read = () => runLighthouse(port, url + path)
  // Now and then Lighthouse misses the beginning of a page in its trace.
  const { categories, audits } = await read().catch(read)
  const files = audits['network-requests'].details.items
  const scripts = files.filter(({ resourceType }) => resourceType === 'Script')
  return {
    path,
    performance: 100 * categories.performance.score,
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    scripts: scripts.length,
    scriptsSize: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
    fonts: files.filter(({ resourceType }) => resourceType === 'Font').length,
  }
}

async function runLighthouse(port: number, address: string): Promise<Report> {
  const { stdout } = await execute(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      address,
      `--port=${port}`,
      '--quiet',
      '--only-categories=performance',
      '--disable-storage-reset',
      '--output=json',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}

/** The worst page of each figure, with all of them beside it. */
function summarise(what: string, pages: Reading[], goals: Pick<Reading, 'performance' | 'scriptsSize'>): Figure[] {
  const worst = (name: keyof Omit<Reading, 'path'>, digits: number, figure: Omit<Figure, 'value' | 'detail'>): Figure => ({
    ...figure,
    title: `${figure.title}, worst of ${what}`,
    value: (name === 'performance' ? Math.min : Math.max)(...pages.map((page) => page[name])),
    detail: pages.map((page) => `${page.path} ${page[name].toFixed(digits)}`).join(', '),
  })
  return [
    worst('performance', 0, { title: 'Lighthouse performance', unit: '%', goal: { atLeast: goals.performance } }),
    worst('lcp', 0, { title: 'Lighthouse LCP', unit: 'ms', goal: { atMost: 900 } }),
    worst('tbt', 0, { title: 'Lighthouse TBT', unit: 'ms', goal: { atMost: 20 } }),
    worst('cls', 3, { title: 'Lighthouse CLS', unit: 'ratio', goal: { atMost: 0 } }),
    worst('scriptsSize', 0, { title: 'JavaScript', unit: 'KB', goal: { atMost: goals.scriptsSize } }),
    worst('scripts', 0, { title: 'JavaScript files', unit: 'files', goal: { atMost: 8 } }),
    worst('fonts', 0, { title: 'font files', unit: 'files', goal: { atMost: 1 } }),
  ]
}
