import type { StartedPayment } from '#contract/money/payments.ts'
import { currency } from '#contract/rules.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, sendLater, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { newestBuyerOf } from '#server/money/payments/newest-buyer.ts'
import { withDeadline } from '#server/money/provider/deadline.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { providerOrderIdOf, providerTimeoutMs, startedPayment } from './provider-order.ts'
import type { ReservedOrder } from './reserve-order.ts'
import { paidAlready, type PreviousOrder, type PreviousOrders, settleOrder } from './settle-previous-orders.ts'

/** A part of a place, or null for all that are left. */
interface Target {
  enrolmentId: number
  part: number | null
}

const instalmentOfStudent = statement<{ enrolment_id: number; number: number }>(
  'instalment_of_student',
  `select i.enrolment_id, i.number from instalments i join active_enrolments e on e.id = i.enrolment_id where i.id = $1 and e.user_id = $2`,
)
const placeInParts = statement<{ enrolment_id: number }>(
  'place_in_parts',
  `select e.id as enrolment_id from active_enrolments e
   where e.user_id = $1 and e.batch_id = $2 and (select 1 from instalments i where i.enrolment_id = e.id limit 1) is not null`,
)

/**
 * Starts the payment of the next part of a place.
 * @throws HttpError 404 not a part of this student; 409 not owed, or not the next one; 503 provider unreachable
 */
export async function startInstalment(
  deps: Deps,
  student: Student,
  { params }: { params: { id: number } },
): Promise<StartedPayment> {
  const found = await row(deps.db, instalmentOfStudent, [params.id, student.id])
  if (!found) throw notFound('This account has no such part. Please log in with the one that has the place.')
  return start(deps, student, { enrolmentId: found.enrolment_id, part: found.number })
}

/**
 * Starts the payment of all parts of a place that are left.
 * @throws HttpError 404 no place in parts; 409 nothing is owed; 503 provider unreachable
 */
export async function startRest(
  deps: Deps,
  student: Student,
  { params }: { params: { batch_id: number } },
): Promise<StartedPayment> {
  const found = await row(deps.db, placeInParts, [student.id, params.batch_id])
  if (!found) throw notFound('This account pays nothing in parts for this batch. Please log in with the one that has the place.')
  return start(deps, student, { enrolmentId: found.enrolment_id, part: null })
}

async function start(deps: Deps, student: Student, target: Target): Promise<StartedPayment> {
  return withDeadline(providerTimeoutMs, async (until) => {
    const previous = await settlePrevious(deps, target, until)
    const order = await reserve(deps, student, target)
    return startedPayment(student, order, await providerOrderIdOf(deps, order, { previous, until }))
  })
}

// As `previous_orders` for a purchase: a payment completes at most six days after the last checkout.
const previousOrdersOfPlace = statement<PreviousOrder>(
  'previous_orders_of_place',
  `select o.id, o.key_id, o.provider_order_id,
     o.status <> 'paid' and (o.status <> 'expired' or coalesce(o.started_at, o.hold_until) > app_now() - interval '6 days'
       or exists (select 1 from payments p where p.order_id = o.id and p.status = 'authorized')) as may_be_paid
   from payment_orders o
   where o.enrolment_id = $1 and o.provider_order_id is not null
   order by o.id desc`,
)
const undecidedMoneyOfPlace = statement<{ disposition: 'review' | 'pending' }>(
  'undecided_money_of_place',
  `select distinct p.disposition from payments p join payment_orders o on o.id = p.order_id
   where o.enrolment_id = $1 and (p.disposition = 'review' or (p.status = 'authorized' and p.disposition = 'pending' and o.status <> 'paid'))`,
)

/** @throws HttpError 409 when money for a part is being confirmed or reviewed, or was just found */
async function settlePrevious(deps: Deps, { enrolmentId }: Target, until: AbortSignal): Promise<PreviousOrders> {
  const orders = await rows(deps.db, previousOrdersOfPlace, [enrolmentId])
  const unchecked: number[] = []
  for (const order of orders.filter(({ may_be_paid }) => may_be_paid)) {
    try {
      const dispositions = await settleOrder(deps, order, until)
      if (dispositions.includes('enrolled'))
        throw conflict('part_paid', 'Your payment has just arrived. Nothing more is to be paid now.')
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      deps.log.warn({ err: error, order: order.id }, 'the provider did not answer about an earlier order')
      unchecked.push(order.id)
    }
  }
  const [undecided] = await rows(deps.db, undecidedMoneyOfPlace, [enrolmentId])
  if (undecided) throw paidAlready(undecided.disposition)
  return { hasNone: orders.length === 0, unchecked, refundDue: false }
}

const batchOfPlace = statement<{ batch_id: number }>(
  'batch_of_place',
  `select batch_id from active_enrolments where id = $1 and user_id = $2`,
)
interface Owed {
  batch_id: number
  course_title: string
  amount_paise: number
  next: number | null
}
// The first open part is the next one.
const owedOfPlace = statement<Owed>(
  'owed_of_place',
  `select e.batch_id, c.title as course_title,
     coalesce(sum(i.amount_paise) filter (where coalesce(i.number = $3::int, true)), 0)::bigint as amount_paise, min(i.number) as next
   from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
     left join instalments i on i.enrolment_id = e.id and i.state = 'open'
   where e.id = $1 and e.user_id = $2
   group by e.batch_id, c.title`,
)
interface LiveOrder {
  id: number
  batch_id: number
  amount_paise: number
  part: number | null
  key_id: string
  receipt: string
  course_title: string
  provider_order_id: string | null
  abandoned: boolean
}
const lockLiveOrdersOfPlace = statement<LiveOrder>(
  'lock_live_orders_of_place',
  `select id, batch_id, amount_paise, part, key_id, receipt, course_title, provider_order_id,
     claimed_at <= app_now() - interval '10 seconds' as abandoned
   from payment_orders where enrolment_id = $1 and status in ('creating', 'open', 'attempted') order by id for no key update`,
)
const startInstalmentAgain = statement(
  'start_instalment_again',
  `update payment_orders o set started_at = app_now(), checks = 0, next_check_at = app_now() + interval '2 minutes',
     claimed_at = case when $2 then app_now() else claimed_at end, buyer = coalesce(${newestBuyerOf('o.user_id')}, o.buyer)
   where o.id = $1`,
)
const supersedeInstalmentOrders = statement(
  'supersede_instalment_orders',
  `update payment_orders set status = 'superseded' where id = any ($1::bigint[])`,
)
// It holds no seat: the place has one.
const insertInstalmentOrder = statement<{ id: number }>(
  'insert_instalment_order',
  `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id, receipt,
     status, purpose, enrolment_id, part, hold_until, created_at, started_at, claimed_at, next_check_at, buyer)
   values ($1, $2, $3, $4, $5, $3, '[]', $6, $7, $8, 'creating', 'instalment', $9, $10, app_now(), app_now(), app_now(), app_now(),
     app_now() + interval '2 minutes', ${newestBuyerOf('$1')})
   returning id`,
)

/** Returns the order that a part is paid with: the live one, or a new one. Locks the batch, then its orders. */
async function reserve(deps: Deps, student: Student, { enrolmentId, part }: Target): Promise<ReservedOrder> {
  return transaction(deps.db, async (tx) => {
    const place = await row(tx, batchOfPlace, [enrolmentId, student.id])
    if (!place) throw notOwed()
    await lockBatch(tx, place.batch_id)
    const [live, owed] = await Promise.all([
      rows(tx, lockLiveOrdersOfPlace, [enrolmentId]),
      row(tx, owedOfPlace, [enrolmentId, student.id, part]),
    ])
    if (!owed || owed.next === null || owed.amount_paise === 0) throw notOwed()
    if (part !== null && part !== owed.next) {
      throw conflict('not_next', `Part ${owed.next} comes first. You can pay it, or all that is left.`)
    }
    const [key] = deps.config.provider.keys
    if (!key) throw new Error('no provider key is configured')
    const same = live.find((order) => order.part === part && order.amount_paise === owed.amount_paise && order.key_id === key.id)
    // Only one way to pay is open: a part and the rest would pay the part twice.
    const others = live.filter((order) => order !== same).map(({ id }) => id)
    if (others.length > 0) sendLater(tx, supersedeInstalmentOrders, [others])
    return same ? reuse(tx, same) : insert(deps, tx, student, { enrolmentId, part, owed, keyId: key.id })
  })
}

const notOwed = () => conflict('not_owed', 'Nothing is to be paid for this part any more.')

function reuse(tx: Queryable, live: LiveOrder): ReservedOrder {
  const state = live.provider_order_id ? 'created' : live.abandoned ? 'taken-over' : 'waiting'
  sendLater(tx, startInstalmentAgain, [live.id, state === 'taken-over'])
  return {
    orderId: live.id,
    batchId: live.batch_id,
    keyId: live.key_id,
    receipt: live.receipt,
    amountPaise: live.amount_paise,
    courseTitle: live.course_title,
    providerOrderId: live.provider_order_id,
    state,
  }
}

async function insert(
  deps: Deps,
  tx: Queryable,
  student: Student,
  { enrolmentId, part, owed, keyId }: Target & { owed: Owed; keyId: string },
): Promise<ReservedOrder> {
  const { batch_id: batchId, amount_paise: amountPaise, course_title: courseTitle } = owed
  const receipt = `kp${enrolmentId}-${deps.random.bytes(12).toString('hex')}`
  const { id: orderId } = await one(tx, insertInstalmentOrder, [
    student.id,
    batchId,
    amountPaise,
    currency,
    courseTitle,
    deps.gateway.name,
    keyId,
    receipt,
    enrolmentId,
    part,
  ])
  return { orderId, batchId, keyId, receipt, amountPaise, courseTitle, providerOrderId: null, state: 'new' }
}
