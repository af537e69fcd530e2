import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './benchmark.ts'
import type { Cluster } from './open-cluster.ts'
import { openSeller } from './sell.ts'
import { sellBatches } from './sell-batches.ts'
import { sinkMail } from './sink-mail.ts'
import { spawnMain } from './spawn-main.ts'

export const name = 'codes'

const seconds = 300
const salesPerSecond = 12

/** Asks for a sign-in code with each of twelve sales a second, and measures how long codes wait beside mails with receipts. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  const [batch = 0] = await sellBatches(db, 1)
  const sales = seconds * salesPerSecond
  await db.query(
    `insert into users (id, email, full_name, verified_at) overriding system value
     select n, 'buyer' || n || '@example.com', 'Asha Patil', now() from generate_series(1, $1::int) n`,
    [sales],
  )
  const sink = await sinkMail()
  const server = await spawnMain(databaseUrl, sink.url)
  const seller = await openSeller(databaseUrl)
  const failures: unknown[] = []
  try {
    const startedAt = performance.now()
    const running: Promise<void>[] = []
    for (let sale = 1; sale <= sales; sale += 1) {
      await wait(Math.max(0, startedAt + (sale * 1000) / salesPerSecond - performance.now()))
      running.push(
        Promise.all([askForCode(sale), seller.sell(sale, batch)]).then(
          () => undefined,
          (error) => void failures.push(error),
        ),
      )
    }
    await Promise.all(running)
    // A machine that can't keep up refuses some sales. Without codes there is nothing to measure.
    if (failures.length > sales / 20) throw new Error(`${failures.length} sales failed`, { cause: failures[0] })
    const { rows: waiting } = await db.query<{ receipts: number }>(
      `select count(*)::int as receipts from mail_outbox where lane = 'person' and sent_at is null`,
    )
    await untilCodesAreOver()
    const { rows } = await db.query<{ p50: number; p99: number; longest: number; unsent: number; codes: number }>(
      `select percentile_cont(0.5) within group (order by waited) as p50, percentile_cont(0.99) within group (order by waited) as p99,
         max(waited) as longest, (count(*) filter (where waited is null))::int as unsent, count(*)::int as codes
       from (select extract(epoch from sent_at - created_at)::float8 * 1000 as waited from mail_outbox where lane = 'code') codes`,
    )
    const codes = rows[0]
    if (!codes) throw new Error('no code was asked for')
    return [
      {
        title: `code in a rush of ${salesPerSecond} sales a second, p99`,
        value: codes.p99,
        unit: 'ms',
        goal: { atMost: 3000 },
        detail: `${codes.codes} codes, median ${codes.p50.toFixed(0)} ms, longest ${codes.longest.toFixed(0)} ms; ${waiting[0]?.receipts} receipts waited at the end, ${failures.length} of ${sales} sales were refused`,
      },
      { title: 'codes that were never sent', value: codes.unsent, unit: 'codes', goal: { atMost: 0 } },
    ]
  } finally {
    await seller.stop()
    await server.stop()
    sink.close()
  }

  async function askForCode(buyer: number): Promise<void> {
    const response = await fetch(`${server.url}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `buyer${buyer}@example.com` }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  }

  async function untilCodesAreOver(): Promise<void> {
    for (;;) {
      const { rows } = await db.query(
        `select 1 from mail_outbox where lane = 'code' and sent_at is null and given_up_at is null limit 1`,
      )
      if (rows.length === 0) return
      await wait(500)
    }
  }
}
