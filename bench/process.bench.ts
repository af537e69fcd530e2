import { setTimeout as wait } from 'node:timers/promises'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import type { Cluster } from './open-cluster.ts'
import { sendMixedLoad } from './mixed-load.ts'
import { sinkMail } from './sink-mail.ts'
import { spawnMain, timeFirstStart } from './spawn-main.ts'

export const name = 'process'

const boots = 5
const idleSeconds = 60
const loadSeconds = 60
/** Measures the start of the server, what it costs while nobody uses it, and its memory under full load. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  await loadDemo(db, new Date())
  const sink = await sinkMail()
  const firstStarts: number[] = []
  for (let boot = 0; boot < boots; boot += 1) firstStarts.push(await timeFirstStart())
  const times: number[] = []
  for (let boot = 0; boot < boots; boot += 1) {
    const server = await spawnMain(databaseUrl, sink.url)
    times.push(server.bootMs)
    await server.stop()
  }
  const server = await spawnMain(databaseUrl, sink.url)
  try {
    // The first run of every job is over, and the mails of the demo are sent.
    await wait(90_000)
    for (;;) {
      const { rows: mails } = await db.query('select 1 from mail_outbox where sent_at is null and given_up_at is null limit 1')
      if (mails.length === 0) break
      await wait(1000)
    }
    const { rows: earlier } = await db.query<{ count: number }>(transactionsSql)
    const before = await server.usage()
    await wait(idleSeconds * 1000)
    const after = await server.usage()
    const { rows } = await db.query<{ count: number }>(transactionsSql)
    const queries = ((rows[0]?.count ?? 0) - (earlier[0]?.count ?? 0)) / idleSeconds
    let peak = after.memory
    await sendMixedLoad(server.url, loadSeconds, async () => {
      peak = Math.max(peak, (await server.usage()).memory)
    })
    return [
      {
        title: 'first start with an empty folder, without the build',
        value: median(firstStarts),
        unit: 'ms',
        goal: { atMost: 15_000 },
      },
      { title: 'start of the server until it is ready', value: median(times), unit: 'ms', goal: { atMost: 1000 } },
      {
        title: 'CPU while nobody uses it, of a core',
        value: (100 * (after.cpu - before.cpu)) / idleSeconds,
        unit: '%',
        goal: { atMost: 1 },
      },
      { title: 'transactions while nobody uses it', value: queries, unit: 'a second', goal: { atMost: 3 } },
      { title: 'memory while nobody uses it', value: megabytes(before.memory), unit: 'MB' },
      { title: 'memory at full load', value: megabytes(peak), unit: 'MB', goal: { atMost: 350 } },
    ]
  } finally {
    await server.stop()
    sink.close()
  }
}

/** Statements outside of transactions are transactions of their own. The statistics are up to a second late. */
const transactionsSql = `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}
