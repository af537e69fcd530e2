import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { endPlaceOf } from '#server/money/instalments/payments-of-place.ts'
import { conflict, notFound, unavailable } from '#server/platform/errors/errors.ts'
import { lockSale } from '#server/money/payments/locks.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { needsReview } from '#server/money/settlement/list-review.ts'

interface Reviewed {
  disposition: string
  student: string
  has_access: boolean
  lost: boolean
  waits: boolean
  differs: boolean
}

const paymentInReview = statement<Reviewed>(
  'payment_in_review',
  `select p.disposition, u.full_name as student,
     exists (select 1 from active_enrolments e where e.id = place_of_payment(p.id)) as has_access,
     exists (select 1 from disputes d where d.payment_id = p.id and d.status = 'lost') as lost,
     ${needsReview} as waits, p.amount_paise <> o.amount_paise or p.currency <> o.currency as differs
   from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   join payment_balances s on s.payment_id = p.id where p.id = $1`,
)
const providerPayment = statement<{ provider_payment_id: string; provider_order_id: string; key_id: string }>(
  'provider_payment',
  `select p.provider_payment_id, o.provider_order_id, o.key_id from payments p join payment_orders o on o.id = p.order_id
   where p.id = $1 and p.disposition = 'review' and o.provider <> 'offline'`,
)
const acceptConfirmed = statement(
  'accept_confirmed',
  `update payments set disposition = 'enrolled', unconfirmed_since = null where id = $1`,
)
const markReviewed = statement(
  'mark_reviewed',
  `update payments set reviewed_at = app_now(), reviewed_by = $2, review_note = $3 where id = $1`,
)

interface OfPayment {
  id: number
}

/** Locks a sale and reads what the decisions depend on. @throws HttpError 404 */
async function lockReviewed(tx: Queryable, id: number): Promise<Reviewed> {
  const sale = await lockSale(tx, id)
  const found = sale && (await row(tx, paymentInReview, [id]))
  if (!found) throw notFound('There is no such payment.')
  return found
}

/**
 * Asks the provider again about a payment of the review. A confirmed one is enrolled again.
 * @throws HttpError 404; 409 when the payment is not in review or differs from its order; 503 when the provider is silent
 */
export async function confirmPayment(deps: Deps, staff: Staff, { id }: OfPayment): Promise<string> {
  const payment = await row(deps.db, providerPayment, [id])
  if (!payment) throw conflict('not_in_review', 'This payment is not in review.')
  const isConfirmed = await deps.gateway
    .fetchPayment(payment.key_id, payment.provider_payment_id)
    .then((reported) => reported.status === 'captured' && reported.orderId === payment.provider_order_id)
    .catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error
      if (error.status === 400 || error.status === 404) return false
      throw unavailable('The provider does not answer right now. Please try again in a minute.')
    })
  if (!isConfirmed) return 'The provider still does not confirm this payment.'
  return staffTransaction(deps, staff, async (tx) => {
    const found = await lockReviewed(tx, id)
    if (found.disposition !== 'review' || found.differs) throw conflict('not_in_review', 'This payment is not in review.')
    if (!found.has_access)
      throw conflict('no_access', 'The provider has this payment, but nobody is enrolled for it. Please refund it.')
    await rows(tx, acceptConfirmed, [id])
    return 'The provider confirms the payment. It leaves the review.'
  })
}

/**
 * Ends the enrolment of a payment in review, or of one whose dispute was lost. No money moves.
 * @throws HttpError 404; 409 when there is no access to end, or the payment is in order
 */
export async function endPaymentAccess(deps: Deps, staff: Staff, { id }: OfPayment): Promise<string> {
  return staffTransaction(deps, staff, async (tx) => {
    const found = await lockReviewed(tx, id)
    if (!found.has_access) throw conflict('no_access', 'The student has no access by this payment.')
    if (found.disposition !== 'review' && !found.lost) {
      throw conflict('payment_in_order', 'This payment is in order. A refund ends its access.')
    }
    await endPlaceOf(tx, id)
    return `The access of ${found.student} has ended, and the seat is free.`
  })
}

/**
 * Takes a payment off the review list, because a person has settled it by other means. Its disposition stays.
 * @throws HttpError 404; 409 when it does not wait for a person
 */
export async function closeReview(deps: Deps, staff: Staff, { id, reason }: OfPayment & { reason: string }): Promise<string> {
  return staffTransaction(deps, staff, async (tx) => {
    const found = await lockReviewed(tx, id)
    if (!found.waits) throw conflict('not_in_review', 'This payment is not in review.')
    await rows(tx, markReviewed, [id, staff.id, reason])
    return 'The payment is off the list.'
  })
}
