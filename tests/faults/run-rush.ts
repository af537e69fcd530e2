import { system } from '#server/platform/auth/principal.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { readLedger } from '#server/money/settlement/read-ledger.ts'
import { perform } from '#tests/model/acts.ts'
import { settleEverything, expectNothingLost } from '#tests/model/expect-nothing-lost.ts'
import { openWorlds, type ModelSchool } from '#tests/model/open-model-school.ts'

const once = (fault: string) => ({ fault, times: 1 })
/** The fault of one student's payment; most have none. */
const fault = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  ...['429', '500', '502', 'reset', 'lost_answer'].map((fault) => fc.constant({ refunds: once(fault) })),
  ...['429', '500', '502', 'reset', 'stay_authorised'].map((fault) => fc.constant({ payments: once(fault) })),
  fc.constant({ payments: { ...once('late_authorisation'), after_seconds: 3600 } }),
  ...['429', '502', 'reset'].map((fault) => fc.constant({ orders: once(fault) })),
  fc.constant({ refunds: { ...once('pending'), after_seconds: 7200 } }),
  ...['drop', 'duplicate', 'reorder', 'delay'].map((fault) => fc.constant({ webhooks: fault })),
)
/** How the payment is reported to the school; a closed browser reports nothing. */
const report = fc.constantFrom('verify', 'verify twice', 'callback', 'webhooks', 'nothing')
const plans = fc.record({ fault, report })

async function payAtOnce(world: ModelSchool, seed: number): Promise<void> {
  const drawn = fc.sample(plans, { seed, numRuns: world.known.orders.length })
  const orders = world.known.orders.map((order, index) => ({
    ...order,
    ...(drawn[index] ?? { fault: {}, report: 'nothing' }),
  }))
  await world.shop.faults({ by_order: Object.fromEntries(orders.map((order) => [order.id, order.fault])) })
  await Promise.all(
    orders.map(async ({ id, student, batchId, report: how }) => {
      const triple = await world.shop.pay(id, 'captured', { webhook: true })
      const pick = world.known.triples.push({ ...triple, student, batchId }) - 1
      const verify = () => perform(world, { do: 'verify', pick, forged: false })
      if (how === 'verify') await verify()
      if (how === 'verify twice') await Promise.all([verify(), verify()])
      if (how === 'callback') await perform(world, { do: 'callback', pick })
      if (how === 'webhooks') {
        await world.collect()
        await Promise.all(world.known.webhooks.slice(-6).map((webhook) => world.deliver(webhook)))
      }
    }),
  )
}

/** Lets students pay at once for a quarter as many seats, after all holds have lapsed. The seed selects the faults. */
export async function runRush({ students, seed }: { students: number; seed: number }): Promise<void> {
  const seats = students / 4
  const world = await (await openWorlds())({ students, capacities: [seats] })
  for (let student = 0; student < students; student += 1) {
    // Each group holds all seats for fifteen minutes.
    if (student % seats === 0) await world.passTime(16)
    expect((await world.start(student, world.batches[0] ?? 0)).status).toBe(200)
  }
  await world.passTime(16)
  await payAtOnce(world, seed)
  await settleEverything(world)
  await expectNothingLost(world)
  const { rows } = await world.shop.db.query<{ amount_paise: number; refunds: number }>(
    `select p.amount_paise, (select count(*)::int from refunds r where r.payment_id = p.id and r.amount_paise = p.amount_paise) as refunds
     from payments p where p.disposition = 'refunded'`,
  )
  expect(rows).toEqual(Array.from({ length: students - seats }, () => ({ amount_paise: 4_500_000, refunds: 1 })))
  expect(await readLedger(world.shop.deps, system)).toMatchObject({
    captured: students,
    enrolled: seats,
    refunded: students - seats,
    refund_due: 0,
    review: 0,
    pending: 0,
    without_enrolment: 0,
    misstated: 0,
    unmatched: 0,
    differences: [],
    captured_paise: students * 4_500_000,
    refunded_paise: (students - seats) * 4_500_000,
  })
}
