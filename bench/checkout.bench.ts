import type { Figure } from './benchmark.ts'
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
  try {
    const ratios: number[] = []
    const rates: string[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const a = await verbs(2 * round + 1)
      const b = await statements(2 * round + 2)
      // The first round compiles code and prepares statements.
      if (round === 0) continue
      ratios.push(a / b)
      rates.push(`${a.toFixed(0)}/${b.toFixed(0)}`)
    }
    return [
      {
        title: 'sales a second, the verbs / pgbench',
        value: median(ratios),
        unit: 'ratio',
        goal: { atLeast: 0.8 },
        detail: rates.join(', '),
      },
    ]
  } finally {
    await seller.stop()
    pgbench.close()
  }
}
