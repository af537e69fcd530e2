import type { Figure } from './benchmark.ts'
import { cpuOfEndedChildren, cpuOfPostgres, postmasterOf } from './child.ts'
import { median } from './compare.ts'
import type { Cluster } from './open-cluster.ts'
import { openPgbench } from './pgbench.ts'
import { openSeller } from './sell.ts'
import { sellBatches } from './sell-batches.ts'
import { recordStatements, writeScript } from './write-script.ts'

export const name = 'checkout'

const clients = 4
const sales = 150
const rounds = 5

/** A run of sales. CPU in milliseconds of each sale. */
interface Run {
  /** Sales a second. */
  rate: number
  /** Of this process or of pgbench. */
  clientCpu: number
  postgresCpu: number
}

/** Measures sales per second through the verbs against the same statements from pgbench. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  const batches = await sellBatches(db, clients)
  await db.query(
    `insert into users (id, email, full_name, verified_at) overriding system value
     select r * 1000000 + c * 100000 + n, 'buyer' || (r * 1000000 + c * 100000 + n) || '@example.com', 'Asha Patil', now()
     from generate_series(1, $1) r, generate_series(0, $2) c, generate_series(1, $3) n`,
    [2 * rounds + 3, clients - 1, sales],
  )
  const buyer = (round: number, client: number, sale: number) => round * 1_000_000 + client * 100_000 + sale
  const batchOf = (client: number) => batches[client] ?? 0

  // Each table gets its own range of ids, so that the script can tell an order's id from a payment's.
  const tables = ['payment_orders', 'payments', 'receipts', 'mail_outbox']
  for (const [index, table] of tables.entries()) {
    await db.query(`select setval(pg_get_serial_sequence('${table}', 'id'), $1)`, [(index + 1) * 100_000_000])
  }
  const recorded = await Promise.all([record(0), record(1)])
  async function record(client: number) {
    const sent: Parameters<typeof recordStatements>[1] = []
    const seller = await openSeller(databaseUrl, (pool) => recordStatements(pool, sent))
    const sale = { userId: buyer(2 * rounds + 3, client, 1), batchId: batchOf(client), sent }
    await seller.sell(sale.userId, sale.batchId)
    await seller.stop()
    return sale
  }
  const { script, variables } = writeScript(...recorded)
  const pgbench = await openPgbench(databaseUrl, script)
  if (!pgbench) return []

  const seller = await openSeller(databaseUrl)
  async function verbs(round: number): Promise<number> {
    const startedAt = performance.now()
    await Promise.all(
      batches.map(async (batch, client) => {
        for (let sale = 1; sale <= sales; sale += 1) await seller.sell(buyer(round, client, sale), batch)
      }),
    )
    return (clients * sales * 1000) / (performance.now() - startedAt)
  }
  const statements = (round: number) =>
    pgbench.run({
      clients,
      transactions: sales,
      values: { ...variables, n: '0', from: String(buyer(round, 0, 0)), first_batch: String(batchOf(0)) },
    })
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = postmasterOf(rows[0]?.pid ?? 0)
  async function measure(sell: () => Promise<number>, ownCpu: () => number): Promise<Run> {
    const before = [ownCpu(), cpuOfPostgres(postmaster)] as const
    const rate = await sell()
    const of = (milliseconds: number) => milliseconds / (clients * sales)
    return { rate, clientCpu: of(ownCpu() - before[0]), postgresCpu: of(cpuOfPostgres(postmaster) - before[1]) }
  }
  try {
    const ofVerbs: Run[] = []
    const ofPgbench: Run[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const sold = await measure(() => verbs(2 * round + 1), cpuOfThis)
      const repeated = await measure(() => statements(2 * round + 2), cpuOfEndedChildren)
      // The first round compiles code and prepares statements.
      if (round === 0) continue
      ofVerbs.push(sold)
      ofPgbench.push(repeated)
    }
    const pairs = ofVerbs.map((sold, round) => [sold, ofPgbench[round] ?? sold] as const)
    const middle = (runs: Run[], part: keyof Run) => median(runs.map((one) => one[part]))
    const cpu = (runs: Run[]) => `${middle(runs, 'clientCpu').toFixed(2)} + ${middle(runs, 'postgresCpu').toFixed(2)} ms`
    return [
      {
        title: 'sales a second, the verbs / pgbench',
        value: median(pairs.map(([sold, repeated]) => sold.rate / repeated.rate)),
        unit: 'ratio',
        goal: { atLeast: 0.8 },
        detail: pairs.map(([sold, repeated]) => `${sold.rate.toFixed(0)}/${repeated.rate.toFixed(0)}`).join(', '),
      },
      {
        title: 'CPU of a sale, pgbench / the verbs, each with PostgreSQL',
        value: median(
          pairs.map(([sold, repeated]) => (repeated.clientCpu + repeated.postgresCpu) / (sold.clientCpu + sold.postgresCpu)),
        ),
        unit: 'ratio',
        detail: `Node ${cpu(ofVerbs)}, pgbench ${cpu(ofPgbench)}`,
      },
    ]
  } finally {
    await seller.stop()
    pgbench.close()
  }
}

function cpuOfThis(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
