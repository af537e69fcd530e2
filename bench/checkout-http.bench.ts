import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import type { Figure } from './benchmark.ts'
import { type Child, cpuOfEndedChildren, cpuOfPostgres, postmasterOf, startChild, startServing } from './child.ts'
import { median } from './compare.ts'
import type { Cluster } from './open-cluster.ts'
import { openDeps } from './open-deps.ts'
import { openPgbench } from './pgbench.ts'
import { sellBatches } from './sell-batches.ts'
import type { Sales, Sold } from './send-sales.ts'
import { recordStatements, writeScript } from './write-script.ts'

export const name = 'checkout-http'

const clients = 8
const sales = 50
const rounds = 5
const processes = [1, 2, 4] as const
/** A run for each number of processes and one of pgbench, in the rounds and the warm-up, and one that is recorded. */
const runs = (processes.length + 1) * (rounds + 1) + 1

const buyer = (run: number, client: number, sale: number) => run * 1_000_000 + client * 100_000 + sale
const sessionOf = (userId: number) =>
  String(userId)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

interface Measured {
  /** Sales a second. */
  rate: number
  /** Milliseconds of CPU of a sale, by process. */
  cpu: { server: number; postgres: number; sandbox: number; browsers: number }
}

/**
 * Measures sales over HTTP, from start to verification with signed-in students, against the same statements from pgbench. The
 * sandbox and the browsers use the same cores as the server. Mails are queued, not sent.
 */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  const batches = await sellBatches(db, clients)
  await openSessions(db)
  const { rows } = await db.query<{ pid: number; now: number }>(
    'select pg_backend_pid() as pid, floor(extract(epoch from now()))::int as now',
  )
  const { pid = 0, now = 0 } = rows[0] ?? {}
  const postmaster = postmasterOf(pid)
  const sandbox = await startServing('serve-sandbox.ts')
  const browsers = await startChild('send-sales.ts')
  const servers = await Promise.all(
    Array.from({ length: Math.max(...processes) }, () =>
      startServing('serve-shop.ts', { DATABASE_URL: databaseUrl, SANDBOX_URL: sandbox.url }),
    ),
  )
  const deps = await openDeps(databaseUrl, sandbox.url)
  const tokenOf = (userId: number) => signAccessToken(deps, userId, sessionOf(userId), now)

  async function overHttp(run: number, count: number): Promise<Measured> {
    const used = servers.slice(0, count)
    const order: Sales = {
      servers: used.map(({ url }) => url),
      sandbox: sandbox.url,
      browsers: await Promise.all(
        batches.map((batch, client) =>
          Promise.all(
            Array.from({ length: sales }, async (_, sale) => ({ batch, token: await tokenOf(buyer(run, client, sale + 1)) })),
          ),
        ),
      ),
    }
    const cpu = async () => ({
      server: sum(await Promise.all(used.map((server) => server.cpu()))),
      postgres: cpuOfPostgres(postmaster),
      sandbox: await sandbox.cpu(),
    })
    const before = await cpu()
    const sold = await browsers.ask<Sold>(order)
    const after = await cpu()
    const each = clients * sales
    return {
      rate: (each * 1000) / sold.milliseconds,
      cpu: {
        server: (after.server - before.server) / each,
        postgres: (after.postgres - before.postgres) / each,
        sandbox: (after.sandbox - before.sandbox) / each,
        browsers: (sold.cpu.user + sold.cpu.system) / 1000 / each,
      },
    }
  }

  const { script, variables } = await record()
  const pgbench = await openPgbench(databaseUrl, script)
  try {
    const measured: Measured[][] = []
    const bench: { rate: number; cpu: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const first = round * (processes.length + 1)
      const ofRound: Measured[] = []
      for (const [index, count] of processes.entries()) ofRound.push(await overHttp(first + index, count))
      measured.push(ofRound)
      if (pgbench) {
        const cpuBefore = cpuOfPostgres(postmaster) + cpuOfEndedChildren()
        const values = {
          ...variables,
          n: '0',
          from: String(buyer(first + processes.length, 0, 0)),
          first_batch: String(batches[0]),
        }
        const rate = await pgbench.run({ clients, transactions: sales, values })
        bench.push({ rate, cpu: (cpuOfPostgres(postmaster) + cpuOfEndedChildren() - cpuBefore) / clients / sales })
      }
    }
    // The first round compiles code and prepares statements.
    measured.shift()
    bench.shift()
    return figuresOf(measured, bench)
  } finally {
    pgbench?.close()
    await deps.close()
    await Promise.all([...servers, sandbox, browsers].map((child: Child) => child.stop()))
  }

  /** The statements of two sales, after others have leased the calls of their network. */
  async function record() {
    const sent: Parameters<typeof recordStatements>[1] = []
    const app = await buildApp({ ...deps, db: recordStatements(deps.db, sent) })
    const sell = async (client: number, sale: number) => {
      const [userId, batchId] = [buyer(runs - 1, client, sale), batches[client] ?? 0]
      const headers = { authorization: `Bearer ${await tokenOf(userId)}` }
      sent.length = 0
      const started = await app.inject({ method: 'POST', url: `/api/payment/start-payment/${batchId}/`, headers })
      const { order_id: order } = started.json<{ order_id: string }>()
      const pay = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"outcome":"captured","webhook":false}',
      }
      const payload = (await (await fetch(`${sandbox.url}/control/orders/${order}/pay`, pay)).json()) as object
      const verified = await app.inject({ method: 'POST', url: `/api/payment/payment-verify/${batchId}/`, headers, payload })
      if (verified.json<{ status: string }>().status !== 'enrolled') throw new Error(verified.body)
      return { userId, batchId, sessionId: sessionOf(userId), sent: [...sent] }
    }
    // Each table gets its own range of ids, so that the script can tell an order's id from a payment's.
    for (const [index, table] of ['payment_orders', 'payments', 'receipts', 'mail_outbox'].entries()) {
      await db.query(`select setval(pg_get_serial_sequence('${table}', 'id'), $1)`, [(index + 1) * 100_000_000])
    }
    for (let sale = 1; sale <= 20; sale += 1) await sell(0, sale)
    const written = writeScript(await sell(0, 21), await sell(1, 1))
    await app.close()
    return written
  }
}

/** Stores the buyers of all runs, each with a session. */
async function openSessions(db: pg.Pool): Promise<void> {
  const values = [runs - 1, clients - 1, sales]
  await db.query(
    `insert into users (id, email, full_name, verified_at) overriding system value
     select r * 1000000 + c * 100000 + n, 'buyer' || (r * 1000000 + c * 100000 + n) || '@example.com', 'Asha Patil', now()
     from generate_series(0, $1) r, generate_series(0, $2) c, generate_series(1, $3) n`,
    values,
  )
  await db.query(
    `insert into sessions (id, user_id, user_agent, created_at, last_seen_at, idle_expires_at, expires_at)
     select lpad(id::text, 32, '0')::uuid, id, '', now(), now(), now() + interval '7 days', now() + interval '30 days' from users`,
  )
  await db.query('analyze users, sessions')
}

function figuresOf(measured: Measured[][], bench: { rate: number; cpu: number }[]): Figure[] {
  const ofBench = bench.map(({ rate }) => rate)
  return processes.flatMap((count, index): Figure[] => {
    const runsOfCount = measured.flatMap((round) => round[index] ?? [])
    const part = (of: keyof Measured['cpu']) => median(runsOfCount.map(({ cpu }) => cpu[of]))
    const detail = `CPU of a sale: server ${part('server').toFixed(1)} ms, PostgreSQL ${part('postgres').toFixed(1)} ms, sandbox ${part('sandbox').toFixed(1)} ms, browsers ${part('browsers').toFixed(1)} ms`
    const title = count === 1 ? '1 process' : `${count} processes`
    const rate: Figure = {
      title: `sales a second over HTTP, ${title}`,
      value: median(runsOfCount.map((one) => one.rate)),
      unit: 'a second',
      detail,
    }
    if (bench.length === 0) return [rate]
    return [
      rate,
      {
        title: `sales a second over HTTP, ${title} / pgbench`,
        value: median(runsOfCount.map((one, round) => one.rate / (ofBench[round] ?? Number.NaN))),
        unit: 'ratio',
        ...(count === 1 ? { goal: { atLeast: 0.35 } } : {}),
        detail: runsOfCount.map((one, round) => `${one.rate.toFixed(0)}/${ofBench[round]?.toFixed(0)}`).join(', '),
      },
      {
        title: `CPU of a sale, pgbench / HTTP with ${title}, without the sandbox`,
        value: median(runsOfCount.map(({ cpu }, round) => (bench[round]?.cpu ?? Number.NaN) / (cpu.server + cpu.postgres))),
        unit: 'ratio',
        ...(count === 1 ? { goal: { atLeast: 0.35 } } : {}),
      },
    ]
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
