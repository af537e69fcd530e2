import type { PaidBack } from '#contract/money/staff/refunds.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { readReference } from '#server/money/payments/read-reference.ts'

const payBackDay = statement<{ future: boolean; early: boolean }>(
  'pay_back_day',
  `select $1::date > (app_now() at time zone 'Asia/Kolkata')::date as future, $1::date < $2::date as early`,
)
const kindSql = `case when $1 in ('upi', 'bank_transfer') then 'transfer' else $1 end`
const keySql = `upper(regexp_replace($2, '[^[:alnum:]]', '', 'g'))`
const insertPayBackReference = statement<{ kind: string }>(
  'insert_pay_back_reference',
  `insert into pay_back_references (kind, reference_key, refund_id, offline_payment_id)
   values (${kindSql}, ${keySql}, $3, $4) on conflict (kind, reference_key) do nothing returning kind`,
)
const holderOfPayBackReference = statement<{ full_name: string }>(
  'holder_of_pay_back_reference',
  `select u.full_name from pay_back_references b
   left join offline_payments f on f.id = b.offline_payment_id
   left join refunds r on r.id = b.refund_id left join payments p on p.id = r.payment_id left join payment_orders o on o.id = p.order_id
   join users u on u.id = coalesce(f.user_id, o.user_id)
   where b.kind = ${kindSql} and b.reference_key = ${keySql}`,
)

/** @param receivedOn when the school got the money; null when that is not known. @throws HttpError 400 */
export async function assertPaidBackOn(tx: Queryable, paidOn: string, receivedOn: string | null): Promise<void> {
  const day = await one(tx, payBackDay, [paidOn, receivedOn])
  if (day.future) throw refuse('paid_on', 'This day has not come yet.')
  if (day.early) throw refuse('paid_on', 'The school received the money after this day.')
}

/**
 * Takes the reference of money that left the school, so that it pays back once.
 * @returns the reference as it is stored
 * @throws HttpError 400 for a reference that tells nothing apart, 409 when it paid something else back
 */
export async function claimPayBackReference(
  tx: Queryable,
  { method, reference: given }: PaidBack,
  of: { refundId: number } | { offlinePaymentId: number },
): Promise<string> {
  const reference = readReference(given)
  const ids = 'refundId' in of ? [of.refundId, null] : [null, of.offlinePaymentId]
  if (await row(tx, insertPayBackReference, [method, reference, ...ids])) return reference
  const { full_name: holder } = await one(tx, holderOfPayBackReference, [method, reference])
  const message = `This reference is recorded already, for money that went back to ${holder}.`
  throw conflict('reference_taken', message, { reference: [message] })
}

const refuse = (field: string, message: string) => invalid(message, { [field]: [message] })
