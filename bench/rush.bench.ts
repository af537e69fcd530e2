import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './benchmark.ts'
import { timeOf } from './compare.ts'
import type { Cluster, Shop } from './open-cluster.ts'
import { openSeller } from './sell.ts'
import { sellBatches } from './sell-batches.ts'

export const name = 'rush'

const readers = 100
const pauseMs = 250
const quietSeconds = 20
const rushSeconds = 60
const sales = 500

/** Sells 500 seats of one limited batch in a minute while a hundred readers look at pages, and compares with a quiet time. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const shop = await cluster.openShop()
  const [batch = 0] = await sellBatches(shop.db, 1)
  await shop.db.query('update batches set capacity = $1 where id = $2', [sales + 100, batch])
  await shop.db.query(
    `insert into users (id, email, full_name, verified_at) overriding system value
     select n, 'buyer' || n || '@example.com', 'Asha Patil', now() from generate_series(1, $1::int) n`,
    [sales],
  )
  const { rows } = await shop.db.query<{ id: number }>('select course_id as id from batches where id = $1', [batch])
  const course = rows[0]?.id ?? 0
  const paths = ['/home', '/courses', `/courses/${course}`, '/newbatches', '/contact', '/blogs', `/api/courses/${course}/`]
  const seller = await openSeller(shop.databaseUrl)
  try {
    await read(shop, paths, 5)
    const quiet = await read(shop, paths, quietSeconds)
    const missesBefore = await shop.misses()
    const seatsSold: { left: number; at: number }[] = []
    const watching = new AbortController()
    const [rush, , oldest] = await Promise.all([
      read(shop, paths, rushSeconds).finally(() => watching.abort()),
      sell(),
      watchSeats(shop, course, seatsSold, watching.signal),
    ])
    const renderings = (await shop.misses()) - missesBefore
    const p99 = { quiet: percentile(quiet, 0.99), rush: percentile(rush, 0.99) }
    return [
      {
        title: 'reader in the rush − quiet, p99',
        value: p99.rush - p99.quiet,
        unit: 'ms',
        goal: { atMost: 50 },
        detail: `${p99.rush.toFixed(1)} ms, ${p99.quiet.toFixed(1)} ms; medians ${percentile(rush, 0.5).toFixed(1)} ms, ${percentile(quiet, 0.5).toFixed(1)} ms; ${rush.length} reads`,
      },
      {
        title: `renderings in ${rushSeconds} s`,
        value: renderings,
        unit: 'renderings',
        // The API's answers and the pages with seats, once a second each.
        goal: { atMost: 10 * rushSeconds },
        detail: `${seatsSold.length} sales`,
      },
      { title: 'oldest seats that were shown', value: oldest, unit: 'ms', goal: { atMost: 2000 } },
    ]

    async function sell() {
      const startedAt = performance.now()
      for (let sale = 1; sale <= sales; sale += 1) {
        await wait(Math.max(0, startedAt + (sale * rushSeconds * 1000) / sales - performance.now()))
        await seller.sell(sale, batch)
        seatsSold.push({ left: sales + 100 - sale, at: performance.now() })
      }
    }
  } finally {
    await seller.stop()
  }
}

/** Returns the milliseconds of each read. */
async function read(shop: Shop, paths: string[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      await wait((reader * pauseMs) / readers)
      for (let turn = reader; performance.now() < until; turn += 1) {
        const path = paths[turn % paths.length] ?? '/home'
        times.push(await timeOf({ url: shop.url + path, headers: { 'accept-encoding': 'br' }, agent }))
        await wait(pauseMs)
      }
      agent.destroy()
    }),
  )
  return times
}

/** Reads the seats again and again. Returns the greatest age in milliseconds of what was shown. */
async function watchSeats(shop: Shop, course: number, sold: { left: number; at: number }[], stop: AbortSignal): Promise<number> {
  let oldest = 0
  while (!stop.aborted) {
    const askedAt = performance.now()
    const answer = (await (await fetch(`${shop.url}/api/courses/${course}/`)).json()) as {
      upcoming_batches: { seats_left: number }[]
    }
    const shown = answer.upcoming_batches[0]?.seats_left ?? 0
    const missed = sold.find(({ left, at }) => left < shown && at < askedAt)
    if (missed) oldest = Math.max(oldest, askedAt - missed.at)
    await wait(50)
  }
  return oldest
}

function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}
