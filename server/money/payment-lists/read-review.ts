import type { Review } from '#contract/money/staff/review.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'
import { isLateRefund, isOpenDispute, needsReview } from '#server/money/settlement/list-review.ts'

const failedRefund = `(select f.last_error from refunds f where f.payment_id = p.id and f.status = 'failed' order by f.id desc limit 1)`

const reviewedPayments = statement<Review['payments'][number]>(
  'reviewed_payments',
  `select p.id, p.provider_payment_id as payment_id, u.id as student_id, u.full_name as student, o.course_title as course, p.amount_paise,
     o.amount_paise as order_paise, s.refundable_paise, ${isoInstant('coalesce(p.captured_at, p.created_at)')} as paid_at,
     ${failedRefund} as detail, exists (select 1 from active_enrolments e where e.id = place_of_payment(p.id)) as has_access,
     case when exists (select 1 from refunds f where f.payment_id = p.id and f.status = 'failed') then 'refund_failed'
       when p.disposition = 'refund_due' then 'refund_missing'
       when p.amount_paise <> o.amount_paise or p.currency <> o.currency then 'amount_differs'
       else 'not_confirmed' end as reason
   from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   join payment_balances s on s.payment_id = p.id
   where ${needsReview} order by p.id limit 200`,
)
const reviewedDisputes = statement<Review['disputes'][number]>(
  'reviewed_disputes',
  `select d.id, d.provider_dispute_id as dispute_id, u.full_name as student, d.status, d.amount_paise, ${isoInstant('d.respond_by')} as respond_by
   from disputes d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   where ${isOpenDispute} order by d.respond_by, d.id limit 200`,
)
const reviewedRefunds = statement<Review['late_refunds'][number]>(
  'reviewed_refunds',
  `select r.id, r.payment_id as payment, u.full_name as student, r.amount_paise, r.status, r.last_error as detail,
     ${isoInstant('r.created_at')} as created_at
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   where ${isLateRefund} order by r.id limit 200`,
)
const reviewedUnmatched = statement<Review['unmatched'][number]>(
  'reviewed_unmatched',
  `select provider_payment_id as payment_id, receipt, batch_id, amount_paise, refunded_paise, status, email, contact as phone,
     ${isoInstant('paid_at')} as paid_at, floor(extract(epoch from app_now() - coalesce(paid_at, found_at)) / 86400)::integer as age_days
   from open_unmatched_payments order by found_at, provider_payment_id limit 200`,
)
const reviewedEvents = statement<Review['events'][number]>(
  'reviewed_events',
  `select event_id, event_type, ${isoInstant('received_at')} as received_at, attempts, last_error as detail, provider_payment_id as payment_id
   from webhook_events where quarantined order by received_at limit 200`,
)

/** Returns everything about money that a person has to decide, the oldest first. */
export async function readReview(deps: Pick<Deps, 'db'>, _staff: Staff): Promise<Review> {
  const [payments, disputes, lateRefunds, unmatched, events] = await Promise.all([
    rows(deps.db, reviewedPayments),
    rows(deps.db, reviewedDisputes),
    rows(deps.db, reviewedRefunds),
    rows(deps.db, reviewedUnmatched),
    rows(deps.db, reviewedEvents),
  ])
  return { payments, disputes, late_refunds: lateRefunds, unmatched, events }
}

const countedReview = statement<NonNullable<Today['review']>>(
  'counted_review',
  `select (select count(*)::int from payments p join payment_balances s on s.payment_id = p.id where ${needsReview}) as payments,
     d.disputes, d.respond_by, u.unmatched, u.unmatched_paise,
     (select count(*)::int from webhook_events where quarantined) as events,
     (select count(*)::int from refunds r where ${isLateRefund}) as late_refunds
   from (select count(*)::int as disputes, ${isoInstant('min(d.respond_by)')} as respond_by from disputes d where ${isOpenDispute}) d,
     (select count(*)::int as unmatched, coalesce(sum(open_paise) filter (where status = 'captured'), 0)::float8 as unmatched_paise
      from open_unmatched_payments) u`,
)

/** Counts what the lists would hold without their limit. */
export const countReview = (deps: Pick<Deps, 'db'>, _staff: Staff): Promise<NonNullable<Today['review']>> =>
  one(deps.db, countedReview)
