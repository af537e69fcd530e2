import { transaction } from '#server/platform/db/query.ts'
import { issueReceipt } from '#server/money/invoicing/issue-receipt.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'
import type { Cluster } from './open-cluster.ts'
import { openDeps } from './open-deps.ts'
import { sellBatches } from './sell-batches.ts'

export const name = 'receipts'

const receipts = 500
const rounds = 5
const clients = [1, 8, 16] as const

/** Measures how many receipts a second get their number, which every other receipt waits for until the commit. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { databaseUrl, db } = await cluster.openShop()
  const [batchId = 0] = await sellBatches(db, 1)
  const { rows: courses } = await db.query<{ id: number }>('select course_id as id from batches where id = $1', [batchId])
  const courseId = courses[0]?.id ?? 0
  const count = receipts * clients.length * (rounds + 1)
  const { rows: payments } = await db.query<{ id: number }>(
    `with buyer as (
       insert into users (email, full_name, verified_at) values ('buyer@example.com', 'Asha Patil', now()) returning id
     ), placed as (
       insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
         receipt, provider_order_id, status, hold_until, created_at, claimed_at)
       select id, $1, 4500000, 'INR', 'Testing in Practice', 4500000, '[]', 'razorpay', 'rzp_sandbox_bench', 'kb-benchmark',
         'order_Benchmark001', 'paid', now(), now(), now() from buyer returning id
     )
     insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
     select 'pay_' || n, id, 4500000, 'INR', 'captured', 'enrolled', now(), now() from placed, generate_series(1, $2::int) n returning id`,
    [batchId, count],
  )
  const deps = await openDeps(databaseUrl)
  const waiting = payments.map(({ id }) => id)
  const issue = async (together: number): Promise<number> => {
    let left = receipts
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: together }, async () => {
        while (left > 0) {
          left -= 1
          const paymentId = waiting.pop() ?? 0
          await transaction(deps.db, (tx) => issueReceipt(deps, tx, { paymentId, courseId }))
        }
      }),
    )
    return (receipts * 1000) / (performance.now() - startedAt)
  }
  try {
    const rates: number[][] = []
    for (let round = 0; round <= rounds; round += 1) {
      const ofRound: number[] = []
      for (const together of clients) ofRound.push(await issue(together))
      // The first round compiles code and prepares statements.
      if (round > 0) rates.push(ofRound)
    }
    const { rows: numbered } = await db.query<{ gaps: number }>('select (max(number) - count(*))::int as gaps from receipts')
    if (numbered[0]?.gaps !== 0) throw new Error('the numbers have gaps')
    return clients.map((together, index): Figure => {
      const ofClients = rates.map((round) => round[index] ?? Number.NaN)
      return {
        title: `receipts a second, ${together === 1 ? '1 client' : `${together} clients`}`,
        value: median(ofClients),
        unit: 'a second',
        ...(together === 1 ? {} : { goal: { atLeast: 500 } }),
        detail: ofClients.map((rate) => rate.toFixed(0)).join(', '),
      }
    })
  } finally {
    await deps.close()
  }
}
