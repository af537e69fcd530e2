import { system } from '#server/platform/auth/principal.ts'
import { expect } from 'vitest'
import { ledgerBalances } from '#server/money/settlement/read-ledger.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { tendWaitlists } from '#server/enrolment/waitlist/tend-waitlist.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { releaseLapsed } from '#server/money/coupons/use-coupon.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import type { ModelSchool } from './open-model-school.ts'

interface StoredState {
  provider_payment_id: string
  status: string
  disposition: string
  amount_paise: number
  ordered_paise: number
  enrolments: number
  /** How many payments the place has. */
  payments: number
  receipts: number
  mails: number
  failed_refunds: number
}

interface Payment {
  id: string
  amount: number
  amount_refunded: number
  status: string
  captured: boolean
}

/** Runs the scheduled jobs without provider faults until nothing changes. */
export async function settleEverything(world: ModelSchool): Promise<void> {
  const { shop } = world
  await shop.faults({})
  for (const minutes of [20, 361, 361, 1441, 1441]) {
    await world.passTime(minutes)
    await processWebhooks(world.server.deps, system)
    await reconcile(world.server.deps, system)
    await world.sendRefunds()
  }
  await reconcileLedger(world.server.deps, system)
  await world.sendRefunds()
  const ledger = await reconcileLedger(world.server.deps, system)
  expect(ledgerBalances(ledger), JSON.stringify(ledger)).toBe(true)
}

/** Checks the invariants of a settled run. */
export async function expectNothingLost(world: ModelSchool): Promise<void> {
  const { shop, batches } = world
  const { rows: stored } = await shop.db.query<StoredState>(
    `select p.provider_payment_id, p.status, p.disposition, p.amount_paise, o.amount_paise as ordered_paise,
       (select count(*)::int from enrolments e where e.id = place_of_payment(p.id) and e.ended_at is null) as enrolments,
       cardinality(payments_of_place(place_of_payment(p.id))) as payments,
       (select count(*)::int from receipts r where r.payment_id = p.id) as receipts,
       (select count(*)::int from mail_outbox m where m.cause = 'receipt-' || p.id) as mails,
       (select count(*)::int from refunds r where r.payment_id = p.id and r.status = 'failed') as failed_refunds
     from payments p join payment_orders o on o.id = p.order_id where o.batch_id = any ($1)`,
    [batches],
  )
  const byId = new Map(stored.map((payment) => [payment.provider_payment_id, payment]))
  for (const order of world.known.orders) {
    const { items } = (await shop.provider('GET', `/v1/orders/${order.id}/payments`)) as { items: Payment[] }
    for (const payment of items) {
      const ours = byId.get(payment.id)
      if (payment.captured) expectDisposition(payment, ours)
      else if (payment.status !== 'refunded') expectUncaptured(payment, ours)
      if (ours) await expectSameRefunds(world, payment, ours)
    }
  }
  const { rows: unfinished } = await shop.db.query(
    `select r.id, r.status from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1) and r.status not in ('processed', 'failed')`,
    [batches],
  )
  expect(unfinished, 'refunds that were never sent').toEqual([])
  await expectSeats(world)
  await expectUses(world)
  await expectWaits(world)
  await expectLinks(world)
  await expectParts(world)
  const { rows: gaps } = await shop.db.query(
    `select financial_year from receipts group by 1 having count(*) <> max(number)
     union all select financial_year from refund_notes group by kind, financial_year having count(*) <> max(number)`,
  )
  expect(gaps, 'numbers without a gap').toEqual([])
}

/** Checks that money which was not captured has no disposition. A failed refund of an expired authorisation waits for a person. */
function expectUncaptured(payment: Payment, ours: StoredState | undefined): void {
  const allowed = ours && ours.failed_refunds > 0 ? ['pending', 'review'] : ['pending']
  expect(allowed, JSON.stringify({ payment, ours })).toContain(ours?.disposition ?? 'pending')
}

/** Checks that captured money has one disposition and the rows that this disposition requires. */
function expectDisposition(payment: Payment, ours: StoredState | undefined): void {
  const facts = JSON.stringify({ payment, ours })
  expect(payment.amount_refunded === payment.amount, facts).toBe(ours?.disposition === 'refunded')
  expect(ours?.receipts, facts).toBe(ours?.mails)
  switch (ours?.disposition) {
    case 'enrolled':
      return expect([ours.enrolments, ours.receipts], facts).toEqual([1, 1])
    case 'refunded':
      return expect(ours.enrolments, facts).toBeLessThanOrEqual(ours.receipts)
    // All refunds were sent, so only a failed one leaves money due.
    case 'refund_due':
      return expect(ours.failed_refunds, facts).toBeGreaterThan(0)
    case 'review':
      // A place that is paid in parts goes on while another payment of it has money.
      if (ours.payments < 2) expect(ours.enrolments, facts).toBe(0)
      return expect(ours.amount_paise !== ours.ordered_paise || ours.failed_refunds > 0, facts).toBe(true)
    default:
      expect.fail(`money without a disposition: ${facts}`)
  }
}

async function expectSameRefunds(world: ModelSchool, payment: Payment, ours: StoredState): Promise<void> {
  const { items } = (await world.shop.provider('GET', `/v1/payments/${payment.id}/refunds`)) as {
    items: { id: string; amount: number; status: string }[]
  }
  const { rows } = await world.shop.db.query<{ id: string; amount: number; status: string; notes: number; actor_kind: string }>(
    `select r.provider_refund_id as id, r.amount_paise as amount, r.status, r.actor_kind,
       (select count(*)::int from refund_notes n where n.refund_id = r.id) as notes
     from refunds r join payments p on p.id = r.payment_id
     where p.provider_payment_id = $1 and r.provider_refund_id is not null order by 1`,
    [payment.id],
  )
  const facts = JSON.stringify({ payment, ours, items, rows })
  const reported = items.map(({ id, amount, status }) => `${id} ${amount} ${status}`).toSorted()
  expect(rows.map(({ id, amount, status }) => `${id} ${amount} ${status}`).toSorted(), facts).toEqual(reported)
  for (const refund of rows) expect(refund.notes, facts).toBe(refund.status === 'processed' ? 1 : 0)
}

/** Checks that a coupon was used as often as it was paid with, and never too often. */
async function expectUses(world: ModelSchool): Promise<void> {
  await releaseLapsed(world.server.deps.db)
  const { rows: tallies } = await world.shop.db.query(
    `select t.uses - count(u.id) filter (where u.state = 'spent') as uses, t.reserved - count(u.id) filter (where u.state = 'reserved') as reserved,
       t.given_paise - coalesce(sum(u.discount_paise) filter (where u.state = 'spent'), 0) as given,
       t.sold_paise - coalesce(sum(coalesce((select sum((x ->> 'paise')::bigint) from jsonb_array_elements(o.plan_parts) x), o.amount_paise))
         filter (where u.state = 'spent'), 0) as sold, t.uses <= c.use_limit as within
     from coupons c join coupon_tallies t on t.coupon_id = c.id left join coupon_uses u on u.coupon_id = c.id
       left join payment_orders o on o.id = u.order_id
     where c.code = $1 group by c.id, t.coupon_id`,
    [world.coupon],
  )
  expect(tallies, 'the tally of the coupon').toEqual([{ uses: 0, reserved: 0, given: 0, sold: 0, within: true }])
  const { rows: wrong } = await world.shop.db.query(
    `select o.id, u.state, p.disposition, o.amount_paise from payment_orders o join coupons c on c.id = o.coupon_id left join coupon_uses u on u.order_id = o.id
       left join payments p on p.id = u.payment_id left join payment_links l on l.id = o.link_id
     where c.code = $1 and (u.id is null or coalesce((select sum((x ->> 'paise')::bigint) from jsonb_array_elements(o.plan_parts) x), o.amount_paise) + u.discount_paise
         <> coalesce(l.price_paise, o.offer_paise)
       or u.state = 'spent' and p.disposition not in ('enrolled', 'review', 'refund_due') or u.state = 'returned' and p.disposition = 'enrolled'
       or u.state <> 'spent' and exists (select 1 from payments e where e.order_id = o.id and e.disposition = 'enrolled'))`,
    [world.coupon],
  )
  expect(wrong, 'orders whose use is not what became of them').toEqual([])
  const { rows: often } = await world.shop.db.query(
    `select o.user_id from coupon_uses u join payment_orders o on o.id = u.order_id join coupons c on c.id = u.coupon_id
     where c.code = $1 and u.state = 'spent' group by 1 having count(*) > 1`,
    [world.coupon],
  )
  expect(often, 'students who used it more than once').toEqual([])
}

/** Checks that a link was paid once at most, by a payment of its person that has enrolled, and that nothing else had its price. */
async function expectLinks(world: ModelSchool): Promise<void> {
  const { rows: wrong } = await world.shop.db.query(
    `select l.id, l.state, l.payment_id, count(r.id)::int as sold from payment_links l
       left join payment_orders o on o.link_id = l.id left join payments p on p.order_id = o.id left join receipts r on r.payment_id = p.id
     where l.batch_id = any ($1)
     group by l.id having count(r.id) > 1 or count(r.id) > 0 and (l.state <> 'paid' or min(p.id) filter (where r.id is not null) <> l.payment_id)`,
    [world.batches],
  )
  expect(wrong, 'links that were paid twice, or are open after a payment').toEqual([])
  const { rows: strange } = await world.shop.db.query(
    `select l.id from payment_links l left join payments p on p.id = l.payment_id left join payment_orders o on o.id = p.order_id
     where l.batch_id = any ($1) and l.state = 'paid' and (o.user_id <> l.student_id or o.batch_id <> l.batch_id
       or not exists (select from receipts r where r.payment_id = p.id))
     union all
     select o.id from payment_orders o join payment_links l on l.id = o.link_id
     where o.batch_id = any ($1) and (o.user_id <> l.student_id or o.batch_id <> l.batch_id or o.amount_paise > l.price_paise)`,
    [world.batches],
  )
  expect(strange, 'links and orders that are not of one person and batch').toEqual([])
}

/** Checks that each part is owed or paid once, that a payment paid just its parts, and that nothing is owed for a place that ended. */
async function expectParts(world: ModelSchool): Promise<void> {
  const { rows: wrong } = await world.shop.db.query(
    `select p.id, p.amount_paise, sum(i.amount_paise) as parts from instalments i join payments p on p.id = i.payment_id
       join enrolments e on e.id = i.enrolment_id join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1)
     group by p.id, e.user_id having p.amount_paise <> sum(i.amount_paise) or count(distinct i.enrolment_id) > 1 or p.disposition = 'pending'`,
    [world.batches],
  )
  expect(wrong, 'payments that are not the sum of their parts').toEqual([])
  const { rows: places } = await world.shop.db.query(
    `select e.id from enrolments e join instalments i on i.enrolment_id = e.id join payments p on p.id = e.payment_id
       join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1)
     group by e.id, o.plan_parts
     having sum(i.amount_paise) <> (select sum((x ->> 'paise')::bigint) from jsonb_array_elements(o.plan_parts) x)
       or bool_or(i.state = 'open') and e.ended_at is not null
       or (min(i.due_on) filter (where i.state = 'open')) is distinct from e.pays_by`,
    [world.batches],
  )
  expect(places, 'places whose parts are not the price, or that owe after their end').toEqual([])
  const { rows: lost } = await world.shop.db.query(
    `select p.id from payments p join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1) and o.purpose = 'instalment' and p.disposition = 'enrolled'
       and not exists (select from instalments i where i.payment_id = p.id)`,
    [world.batches],
  )
  expect(lost, 'kept money that paid no part').toEqual([])
}

async function expectSeats(world: ModelSchool): Promise<void> {
  const { rows } = await world.shop.db.query(
    `select b.id from batches b join enrolments e on e.batch_id = b.id and e.ended_at is null
     where b.id = any ($1) group by b.id having count(*) > b.capacity or count(*) > count(distinct e.user_id)`,
    [world.batches],
  )
  expect(rows, 'no seat is given twice').toEqual([])
}

/** Checks that nobody waits who has a place, that an entry is taken by a place alone, and that no free seat waits for its offer. */
async function expectWaits(world: ModelSchool): Promise<void> {
  await tendWaitlists(world.server.deps, system)
  const { rows } = await world.shop.db.query(
    `select w.id, w.state from waitlist_entries w
     where w.batch_id = any ($1)
       and (w.state in ('waiting', 'offered')
            and exists (select from active_enrolments e where e.batch_id = w.batch_id and e.user_id = w.user_id)
         or w.state = 'offered' and w.offered_until <= app_now() and not exists (
              select from seat_holds h where h.batch_id = w.batch_id and h.user_id = w.user_id)
         or w.state = 'taken' and not exists (
              select from enrolments e left join enrolment_moves m on m.enrolment_id = e.id
              where e.user_id = w.user_id and w.batch_id in (e.batch_id, m.from_batch_id)))
     union all
     select w.id, 'not offered' from waitlist_entries w join batches b on b.id = w.batch_id
     where w.batch_id = any ($1) and w.state = 'waiting'
       and (unheld_seats(b.id, b.capacity) > 0 and b.starts_at > app_now() + interval '1 hour' or b.cancelled_at is not null
         or b.starts_at <= app_now())`,
    [world.batches],
  )
  expect(rows, 'entries of a waitlist that are not what became of them').toEqual([])
  const { rows: mails } = await world.shop.db.query(
    `select w.id from waitlist_entries w
     where w.batch_id = any ($1) and w.offered_at is not null
       and (select count(*) from mail_outbox m where m.cause = 'waitlist-' || w.id || '-offer') <> 1`,
    [world.batches],
  )
  expect(mails, 'offers without exactly one mail').toEqual([])
}
