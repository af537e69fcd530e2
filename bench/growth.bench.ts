import pg from 'pg'
import { pageList, pathTo } from '#contract/pages.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import { fillSchool } from './growth/fill-school.ts'
import { openSchool, type School } from './growth/open-school.ts'
import { fullSize } from './growth/tables.ts'
import { timeCalls, timeRenderings, timeSales, timeSearches } from './growth/time-calls.ts'
import type { StaffTimes } from './growth/time-staff-calls.ts'
import { type OwnersWork, workAsOwner } from './growth/work-as-owner.ts'
import type { Cluster } from './open-cluster.ts'

export const name = 'growth'

/** Sizes of a school in courses. */
const sizes = [1, 100, fullSize]

interface Largest {
  path: string
  /** In brotli. */
  bytes: number
}

/** Measures what a school costs with a hundred and with ten thousand times as much of everything. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const filled: Pick<School, 'parts' | 'databaseUrl' | 'db'>[] = []
  for (const parts of sizes) filled.push({ parts, ...(await fill(cluster, parts)) })
  const schools: School[] = []
  try {
    for (const each of filled) schools.push(await openSchool(each))
    return await measure(schools)
  } finally {
    for (const { close } of schools) await close()
  }
}

async function fill(cluster: Cluster, parts: number): Promise<Pick<School, 'databaseUrl' | 'db'>> {
  const { databaseUrl, db } = await cluster.openShop()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const started = performance.now()
  const rows = await fillSchool(client, parts)
  // A running school has its rows on the disk. Otherwise they are written while it is measured.
  await client.query('checkpoint')
  await client.end()
  console.error(`  ${parts} courses: ${rows} rows in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return { databaseUrl, db }
}

async function measure(schools: readonly School[]): Promise<Figure[]> {
  const largest: Largest[] = []
  for (const { server } of schools) largest.push(await readPages(server.url))
  const times = new Map([...(await timeRenderings(schools)), ...(await timeCalls(schools))])
  times.set('sale in the database', await timeSales(schools))
  const searches = (await timeSearches(schools)).map((each) => each.toSorted((one, other) => one - other))
  const memory: number[] = []
  for (const { server } of schools) memory.push((await server.usage()).memory)
  const work: OwnersWork[] = []
  for (const { stopServer } of schools) await stopServer()
  for (const { deps } of schools) {
    // The jobs compare all batches again.
    await deps.db.query('truncate pattern_checks')
    work.push(await workAsOwner(deps))
  }
  return [
    ...[...times].map(([title, each]) => ratio(title, each.map(median))),
    ...figuresOfSize({ searches, largest, memory, work }),
  ]
}

function ratio(title: string, each: readonly number[]): Figure {
  return {
    title: `${title}: ${fullSize} courses / 1`,
    value: (each.at(-1) ?? Number.NaN) / (each[0] ?? Number.NaN),
    unit: 'ratio',
    goal: { atMost: 2 },
    detail: `${each.map((one) => one.toFixed(1)).join(' / ')} ms`,
  }
}

/** By school, the full size last. */
interface Measured {
  /** Milliseconds, sorted. */
  searches: readonly number[][]
  largest: readonly Largest[]
  /** Bytes of the server's process after all calls. */
  memory: readonly number[]
  work: readonly OwnersWork[]
}

function figuresOfSize({ searches, largest, memory, work }: Measured): Figure[] {
  const p95 = searches.map((each) => each[Math.floor(each.length * 0.95)] ?? Number.NaN)
  return [
    {
      title: `search in the database at ${fullSize} courses, p95`,
      value: p95.at(-1) ?? Number.NaN,
      unit: 'ms',
      goal: { atMost: 50 },
      detail: `median ${median(searches.at(-1) ?? []).toFixed(1)} ms; p95 by size ${p95.map((one) => one.toFixed(1)).join(' / ')} ms`,
    },
    {
      title: `largest page at ${fullSize} courses, brotli`,
      value: (largest.at(-1)?.bytes ?? Number.NaN) / 1024,
      unit: 'KB',
      goal: { atMost: 40 },
      detail: largest.map(({ path, bytes }) => `${path} ${(bytes / 1024).toFixed(1)}`).join(' / '),
    },
    {
      title: `memory of the server at ${fullSize} courses`,
      value: megabytes(memory.at(-1)),
      unit: 'MB',
      goal: { atMost: 512 },
      detail: `${memory.map((bytes) => megabytes(bytes).toFixed(0)).join(' / ')} MB`,
    },
    ...timesOfStaff(work.at(-1)?.times),
    ...(work.at(-1)?.bulk ?? []).map(
      ({ title, seconds, grown }, index): Figure => ({
        title: `memory that ${title} needs at ${fullSize} courses`,
        value: megabytes(grown),
        unit: 'MB',
        goal: { atMost: 100 },
        detail: `${seconds.toFixed(0)} s; by size ${work.map(({ bulk }) => megabytes(bulk[index]?.grown).toFixed(0)).join(' / ')} MB`,
      }),
    ),
  ]
}

function timesOfStaff(times: StaffTimes | undefined): Figure[] {
  const none = new Map<string, number>()
  const { lists = none, filters = none, students = none, searches = none } = times ?? {}
  const figure = (title: string, of: ReadonlyMap<string, number>, share: number, atMost: number): Figure => ({
    title: `${title} at ${fullSize} courses`,
    value: [...of.values()].toSorted((one, other) => one - other)[Math.ceil(of.size * share) - 1] ?? Number.NaN,
    unit: 'ms',
    goal: { atMost },
    detail: slowest(of),
  })
  return [
    figure('slowest list of staff', lists, 1, 500),
    figure('slowest filter of a list of staff', filters, 1, 1000),
    figure('search of staff for a student, p95', students, 0.95, 50),
    figure('search of staff for everything, p95', searches, 0.95, 200),
  ]
}

const megabytes = (bytes = Number.NaN) => bytes / 1024 / 1024

/** The slowest calls, with their milliseconds. */
function slowest(times: ReadonlyMap<string, number>): string {
  const sorted = [...times].toSorted(([, one], [, other]) => other - one)
  return sorted
    .slice(0, 5)
    .map(([path, time]) => `${path} ${time.toFixed(0)}`)
    .join(', ')
}

/** Reads every public page and returns the largest. */
async function readPages(url: string): Promise<Largest> {
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
