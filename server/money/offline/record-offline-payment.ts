import type { ParsedOf } from '#contract/endpoint.ts'
import type { takeOfflinePayment } from '#contract/money/staff/offline-payments.ts'
import { cashLimitPaise, offlineDays } from '#contract/staff-rules.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { assertPlace } from '#server/enrolment/places/place.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { assertPartsOwed } from '#server/money/instalments/schedule.ts'
import { readReference } from '#server/money/payments/read-reference.ts'

type Given = Pick<
  ParsedOf<typeof takeOfflinePayment>['body'],
  'batch_id' | 'method' | 'reference' | 'amount_paise' | 'discount' | 'received_on' | 'received_by'
> & { userId: number }

const receivedOnIsRecent = statement<{ future: boolean; old: boolean }>(
  'received_on_is_recent',
  `select $1::date > t.today as future, $1::date < t.today - $2::int as old
   from (select (app_now() at time zone 'Asia/Kolkata')::date as today) t`,
)
const lockReceiver = statement(
  'lock_receiver',
  `select 1 from staff where id = $1 and accepted_at is not null and disabled_at is null for key share`,
)
const isSameReference = `f.reference_key = upper(regexp_replace($2, '[^[:alnum:]]', '', 'g'))
     and (f.method = $1 or $1 in ('upi', 'bank_transfer') and f.method in ('upi', 'bank_transfer'))`
// Money that is owed to a student can be recorded again, such as for the right batch. It is then owed no longer.
const replaceOwedPayment = statement(
  'replace_owed_payment',
  `update offline_payments f set state = 'replaced' where f.state = 'return_due' and f.amount_paise = $3 and f.user_id = $4 and ${isSameReference}`,
)
// The conflict is with a reference, or with an open payment of the same student for the same batch.
const insertOfflinePayment = statement<{ id: number; price_paise: number }>(
  'insert_offline_payment',
  `insert into offline_payments (user_id, batch_id, method, reference, amount_paise, course_title, price_paise, discounts, received_on,
     received_by, discount_paise, discount_reason, state, recorded_at)
   select $1, b.id, $3, $4, $5, c.title, c.price_paise, case when $8::bigint > 0 then '[]' else c.discounts end, $6, $7, $8, $9, 'waiting',
     app_now()
   from batches b join courses c on c.id = b.course_id where b.id = $2 and c.amount_paise = $5::bigint + $8::bigint
   on conflict do nothing returning id, price_paise`,
)
const sameReference = statement<{ full_name: string; state: string; amount_paise: number }>(
  'same_reference',
  `select u.full_name, f.state, f.amount_paise from offline_payments f join users u on u.id = f.user_id
   where ${isSameReference}
     and (f.state in ('waiting', 'received', 'cleared', 'return_due') or f.state = 'returned' and f.method <> 'cheque')`,
)
const cashOfStudent = statement<{ day: boolean; batch: boolean }>(
  'cash_of_student',
  `select coalesce(sum(amount_paise) filter (where received_on = $3), 0) >= $4 as day,
     coalesce(sum(amount_paise) filter (where batch_id = $2), 0) >= $4 as batch
   from offline_payments where user_id = $1 and method = 'cash' and state in ('waiting', 'cleared', 'return_due', 'returned')`,
)
const priceOfBatch = statement<{ amount_paise: number }>(
  'price_of_batch',
  `select c.amount_paise from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/**
 * Writes down money that a member of staff received, before it enrols or waits. Its reference counts from now on.
 * @returns its id, and the list price of the batch in paise
 * @throws HttpError 400 or 409 when it can't be accepted; nothing is stored, and the money is handed back at the desk
 */
export async function recordOfflinePayment(tx: Queryable, given: Given): Promise<{ id: number; listPaise: number }> {
  const { batch_id: batchId, method, userId, amount_paise: amount, discount } = given
  const reference = await prepareRecord(tx, given)
  const values = [userId, batchId, method, reference, amount, given.received_on, given.received_by]
  const made = await row(tx, insertOfflinePayment, [...values, discount?.paise ?? 0, discount?.reason ?? null])
  if (made) return { id: made.id, listPaise: made.price_paise }
  await assertPrice(tx, given)
  throw await refusalOfReference(tx, { method, reference })
}

/** What staff write down of every payment. */
export type Received = Pick<
  Given,
  'batch_id' | 'method' | 'reference' | 'amount_paise' | 'received_on' | 'received_by' | 'userId'
>

/**
 * Checks what staff write down, locks the batch and takes the place of the same money that was owed.
 * @returns the reference as it is stored
 * @throws HttpError 400 or 404
 */
export async function prepareRecord(tx: Queryable, given: Received): Promise<string> {
  const reference = readReference(given.reference)
  const recent = await one(tx, receivedOnIsRecent, [given.received_on, offlineDays])
  if (recent.future) throw refuse('received_on', 'This day has not come yet.')
  if (recent.old) throw refuse('received_on', `Money is recorded within ${offlineDays} days.`)
  if (!(await row(tx, lockReceiver, [given.received_by]))) throw refuse('received_by', 'This person is not active staff.')
  // Locked before the reference is written, in the order of every sale.
  if (!(await lockBatch(tx, given.batch_id))) throw notFound('There is no such batch.')
  await rows(tx, replaceOwedPayment, [given.method, reference, given.amount_paise, given.userId])
  return reference
}

/** Why a payment was not stored: its reference belongs to another one, or one of the same student and batch waits. */
export async function refusalOfReference(
  tx: Queryable,
  { method, reference }: { method: string; reference: string },
): Promise<Error> {
  const holder = await row(tx, sameReference, [method, reference])
  if (!holder) return conflict('payment_open', 'A payment of this student for this batch is recorded and waits.')
  const message =
    holder.state === 'return_due'
      ? `${rupeesOf(holder.amount_paise)} with this reference is to be given back to ${holder.full_name}. Please settle that first.`
      : `This reference is recorded already, for ${holder.full_name}.`
  return conflict('reference_taken', message, { reference: [message] })
}

/** What is received and the discount make the price of now. What waits is honoured at the price at which it was taken. */
async function assertPrice(tx: Queryable, { batch_id: batchId, amount_paise: amount, discount }: Given): Promise<void> {
  const { amount_paise: price } = await one(tx, priceOfBatch, [batchId])
  if (price === amount + (discount?.paise ?? 0)) return
  const message = `The price is ${rupeesOf(price)} now.`
  throw conflict('price_differs', message, { amount_paise: [message] })
}

const refuse = (field: string, message: string) => invalid(message, { [field]: [message] })

export interface OfflineSale {
  id: number
  user_id: number
  batch_id: number
  method: string
  amount_paise: number
  received_on: string
  /** The place of which it pays a part, or all that is left without a number; null for a purchase. */
  enrolment_id: number | null
  part: number | null
}

/**
 * Checks that an offline payment can enrol or pay its part now: account, place and the limit of cash. The caller holds the locks of the
 * student and the batch.
 * @throws HttpError 409
 */
export async function assertOfflineSale(tx: Queryable, sale: OfflineSale): Promise<void> {
  const batch = await lockBatch(tx, sale.batch_id)
  if (!batch) throw notFound('There is no such batch.')
  await assertAccount(tx, sale.user_id)
  const { enrolment_id: enrolmentId, part, amount_paise: amountPaise } = sale
  if (enrolmentId === null) await assertPlace(tx, batch, sale.user_id)
  else await assertPartsOwed(tx, { enrolmentId, part, amountPaise })
  if (sale.method !== 'cash') return
  const cash = await one(tx, cashOfStudent, [sale.user_id, sale.batch_id, sale.received_on, cashLimitPaise])
  if (!cash.day && !cash.batch) return
  const limit = rupeesOf(cashLimitPaise).replace(/\.00$/, '')
  const message = `Cash of ${limit} or more from one person ${cash.day ? 'on one day' : 'for one batch'} is not allowed (section 269ST). Please take a transfer.`
  throw conflict('cash_limit', message, { method: [message] })
}
