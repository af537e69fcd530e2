import { isDeepStrictEqual } from 'node:util'
import { currency } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { sendWithCommit, sendLater, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hasActiveEnrolment, hasMovedSince } from '#server/enrolment/places/enrol.ts'
import { decideHold, type Hold, readHoldTimes } from '#server/enrolment/places/holds.ts'
import { lockBatch, seatsBeyondHolds } from '#server/enrolment/places/seats.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { type LiveOrder, lockLiveOrder } from '#server/money/payments/locks.ts'
import { newestBuyerOf } from '#server/money/payments/newest-buyer.ts'
import { choiceDays } from '#server/money/choice/read-choice.ts'
import { reserveCoupon } from '#server/money/coupons/use-coupon.ts'
import { type CouponTerms, type Price, priceOfSale, type Sale } from '#server/money/price/price-of-sale.ts'
import { withFee } from '#server/money/price/with-fee.ts'
import { type PlanPart, splitPrice } from '#contract/money/plan-parts.ts'

export interface ReservedOrder {
  orderId: number
  batchId: number
  keyId: string
  receipt: string
  amountPaise: number
  courseTitle: string
  /** Set when the order exists at the provider. */
  providerOrderId: string | null
  /** `new` must be created at the provider, `taken-over` looked up there first; another request is creating `waiting`. */
  state: 'new' | 'taken-over' | 'waiting' | 'created'
}

interface Offer {
  title: string
  published: boolean
  price_paise: number
  amount_paise: number
  /** What the school asks of this student; null without a price of their own. `link_id` is the payment link that it is of. */
  granted: (NonNullable<Sale['granted']> & { link_id: number | null }) | null
  discounts: { value: string }[]
  /** The coupon that the student has chosen; null without one. */
  coupon: (CouponTerms & { id: number }) | null
  /** The plan that the student has chosen, when it is still offered. */
  plan: { id: number; parts: PlanPart[]; fee_paise: number } | null
  /** The day in India. */
  today: string
}

const offerOfBatch = statement<Offer>(
  'offer_of_batch',
  `select c.title, c.published and b.published as published, c.price_paise, c.amount_paise, c.discounts,
     (select to_jsonb(g) from granted_price($2, b.id) g where g.paise is not null) as granted,
     case when k.id is not null then
       jsonb_build_object('id', k.id, 'code', k.code, 'kind', k.kind, 'value', k.value, 'stacks', k.stacks) end as coupon,
     case when n.id is not null then jsonb_build_object('id', n.id, 'parts', n.parts, 'fee_paise', n.fee_paise) end as plan,
     to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today
   from batches b join courses c on c.id = b.course_id
     left join payment_choices x on x.user_id = $2 and x.batch_id = b.id and x.chosen_at > app_now() - make_interval(days => $3)
     left join coupons k on k.id = x.coupon_id
     left join payment_plans n on n.id = x.plan_id and n.course_id = c.id and n.state = 'active'
   where b.id = $1`,
)
// Opening checkout again restarts the reconciler's schedule for the order.
const startOrderAgain = statement(
  'start_order_again',
  `update payment_orders o set started_at = app_now(), checks = 0, next_check_at = app_now() + interval '2 minutes',
     buyer = coalesce(${newestBuyerOf('o.user_id')}, o.buyer)
   where o.id = $1`,
)
const saveHold = statement(
  'save_hold',
  `update payment_orders set hold_began_at = $2, hold_until = $3, hold_renewed = $4, network = $5 where id = $1`,
)
const takeOverOrder = statement('take_over_order', `update payment_orders set claimed_at = app_now() where id = $1`)
const supersedeOrder = statement('supersede_order', `update payment_orders set status = 'superseded' where id = $1`)
const insertOrder = statement<{ id: number }>(
  'insert_order',
  `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider,
     key_id, receipt, status, hold_began_at, hold_until, hold_renewed, network, coupon_id, offer_paise, price_lines, plan_id, plan_parts, link_id, created_at,
     started_at, claimed_at, next_check_at, buyer)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'creating', $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, app_now(), app_now(), app_now(),
     app_now() + interval '2 minutes', ${newestBuyerOf('$1')})
   returning id`,
)
const providerOrderOf = statement<{ provider_order_id: string | null }>(
  'provider_order_of',
  `select provider_order_id from payment_orders where id = $1`,
)

/** Returns the provider's id of an order once it is stored. */
export async function findProviderOrderId(deps: Deps, orderId: number): Promise<string | undefined> {
  return (await row(deps.db, providerOrderOf, [orderId]))?.provider_order_id ?? undefined
}

/** The payment page compares this error message. */
export const alreadyEnrolled = () => conflict('already_enrolled', messages.alreadyEnrolled)

/**
 * Returns the order that this student pays with: the live one, or a new one. Locks the batch, then the order.
 * @throws HttpError 404 unknown or unpublished batch; 409 enrolled, cancelled, started or full, or the chosen coupon can't be used any more
 */
export async function reserveOrder(
  deps: Deps,
  student: Student,
  { batchId, ip }: { batchId: number; ip: string },
): Promise<ReservedOrder> {
  return transaction(deps.db, async (tx) => {
    // One round trip, in the order of the locks.
    const [batch, isEnrolled, offer, live, times] = await Promise.all([
      lockBatch(tx, batchId),
      hasActiveEnrolment(tx, student.id, batchId),
      row(tx, offerOfBatch, [batchId, student.id, choiceDays]),
      lockLiveOrder(tx, student.id, batchId),
      readHoldTimes(tx),
    ])
    if (!batch || !offer) throw notFound('Batch not found.')
    if (isEnrolled) throw alreadyEnrolled()
    // An unpublished course exists only for its enrolled students, and a draft of a batch for nobody.
    if (!offer.published) throw notFound('Batch not found.')
    if (batch.cancelled) throw conflict('batch_cancelled', 'This batch has been cancelled. Please choose another one.')
    if (batch.started) throw conflict('batch_started', 'This batch has already started. Please choose another one.')
    const network = networkOf(ip)
    const [free, hold] = await Promise.all([
      live?.holds ? Number.POSITIVE_INFINITY : seatsBeyondHolds(tx, batch, student.id),
      decideHold(tx, { batch, times, userId: student.id, network }),
    ])
    if (free === 0) throw conflict('batch_full', messages.batchFull)
    const [key] = deps.config.provider.keys
    if (!key) throw new Error('no provider key is configured')
    const { price, parts, planId } = termsOf(offer)
    const amountPaise = parts?.[0]?.paise ?? price.totalPaise
    const coupon = price.couponPaise > 0 ? offer.coupon : null
    const linkId = price.lines.some(({ kind }) => kind === 'link') ? (offer.granted?.link_id ?? null) : null
    const isSameChoice =
      live?.coupon_id === (coupon?.id ?? null) &&
      live.plan_id === planId &&
      live.link_id === linkId &&
      // A first part in rupees is the same for every price.
      isDeepStrictEqual(live.plan_parts, parts)
    if (live && live.amount_paise === amountPaise && isSameChoice && live.key_id === key.id) {
      // A payment for an order from before a transfer is refunded, so such an order is not reused.
      const isFromBeforeTransfer = await hasMovedSince(tx, { id: live.id, user_id: student.id, batch_id: batchId })
      if (!isFromBeforeTransfer) {
        const order = reuse(tx, live, { batchId, hold, network })
        if (coupon) await takeCoupon(tx, { orderId: live.id, couponId: coupon.id, discountPaise: price.couponPaise })
        return order
      }
    }
    if (live) sendLater(tx, supersedeOrder, [live.id])
    return insert(deps, tx, {
      student,
      batchId,
      offer,
      price,
      amountPaise,
      parts,
      planId,
      coupon,
      linkId,
      keyId: key.id,
      hold,
      network,
    })
  })
}

/** A part of the price as an order stores it. */
type StoredPart = { number: number; paise: number } & ({ days: number } | { due_on: string })

/** The price as it was chosen. A plan that ended since, whose parts would be too small or whose days have passed leaves the price in one. */
function termsOf(offer: Offer): { price: Price; parts: StoredPart[] | null; planId: number | null } {
  const price = priceOfSale({
    listPaise: offer.price_paise,
    offerPaise: offer.amount_paise,
    granted: offer.granted,
    discountText: offer.discounts[0]?.value ?? null,
    coupon: offer.coupon,
  })
  const priceInParts = offer.plan && withFee(price, offer.plan.fee_paise)
  const split = offer.plan && priceInParts && splitPrice(priceInParts.totalPaise, offer.plan.parts, offer.today)
  if (!priceInParts || !split || typeof split === 'string') return { price, parts: null, planId: null }
  const parts = split.map(({ number, paise, days, due_on: day }) => ({
    number,
    paise,
    ...(days === null ? { due_on: day } : { days }),
  }))
  return { price: priceInParts, parts, planId: offer.plan?.id ?? null }
}

/** @throws HttpError 409 when the coupon was usable at the choice and is not any more */
async function takeCoupon(tx: Queryable, order: Parameters<typeof reserveCoupon>[1]): Promise<void> {
  if (!(await reserveCoupon(tx, order))) throw conflict('coupon_gone', messages.couponGone)
}

function reuse(
  tx: Queryable,
  live: LiveOrder,
  { batchId, hold, network }: { batchId: number; hold: Hold; network: string },
): ReservedOrder {
  sendLater(tx, startOrderAgain, [live.id])
  // A lapsed hold stays stored, because the pause before the next hold counts from it.
  if (hold.state === 'new' || hold.state === 'renewed') {
    sendLater(tx, saveHold, [live.id, hold.began_at, hold.until, hold.renewed, network])
  }
  const state = live.provider_order_id ? 'created' : live.abandoned ? 'taken-over' : 'waiting'
  if (state === 'taken-over') sendLater(tx, takeOverOrder, [live.id])
  return {
    orderId: live.id,
    batchId,
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
  sale: {
    student: Student
    batchId: number
    offer: Offer
    price: Price
    /** What this order is paid with: the price, or its first part. */
    amountPaise: number
    parts: StoredPart[] | null
    planId: number | null
    coupon: Offer['coupon']
    linkId: number | null
    keyId: string
    hold: Hold
    network: string
  },
): Promise<ReservedOrder> {
  const { student, batchId, offer, price, amountPaise, parts, planId, coupon, linkId, keyId, hold, network } = sale
  const receipt = `kb${batchId}-${deps.random.bytes(12).toString('hex')}`
  const values = [
    student.id,
    batchId,
    amountPaise,
    currency,
    offer.title,
    offer.price_paise,
    JSON.stringify(offer.discounts),
    deps.gateway.name,
    keyId,
    receipt,
    hold.began_at,
    hold.until,
    hold.renewed,
    hold.state === 'lapsed' ? null : network,
    coupon?.id ?? null,
    ...(price.totalPaise === offer.amount_paise && !parts ? [null, null] : [offer.amount_paise, JSON.stringify(price.lines)]),
    planId,
    parts && JSON.stringify(parts),
    linkId,
  ]
  // A use of a coupon needs the order. Without one the order goes with the commit.
  const [inserted] = await (coupon ? rows(tx, insertOrder, values) : sendWithCommit(tx, insertOrder, values))
  if (!inserted) throw new Error('the order was not stored')
  if (coupon) await takeCoupon(tx, { orderId: inserted.id, couponId: coupon.id, discountPaise: price.couponPaise })
  return {
    orderId: inserted.id,
    batchId,
    keyId,
    receipt,
    amountPaise,
    courseTitle: offer.title,
    providerOrderId: null,
    state: 'new',
  }
}
