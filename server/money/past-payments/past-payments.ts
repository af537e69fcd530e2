import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'

/** What another system says that a student has paid there. */
export interface PastPayment {
  userId: number
  source: string
  amountPaise: number
  /** `YYYY-MM-DD` */
  paidOn: string
  reference: string
  method: string
  course: string
}

/** Its columns as `p`, in the order of a list. */
export const pastPaymentsSql = `select p.id, p.source, p.amount_paise, to_char(p.paid_on, 'YYYY-MM-DD') as paid_on, p.reference, p.method, p.course
   from past_payments p where p.user_id = $1 order by p.paid_on desc, p.id desc`

const insertPastPayment = statement<{ id: number }>(
  'insert_past_payment',
  `insert into past_payments (user_id, source, amount_paise, paid_on, reference, method, course, arrival_id, created_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, app_now() where $4::date <= (app_now() at time zone 'Asia/Kolkata')::date
   on conflict do nothing returning id`,
)
const pastPaymentOfReference = statement<{ id: number; same: boolean }>(
  'past_payment_of_reference',
  `select id, (user_id, amount_paise, paid_on) = ($3::bigint, $4::bigint, $5::date) as same
   from past_payments where lower(source) = lower($1) and lower(reference) = lower($2) and reference <> ''`,
)
const pastPaymentOfDay = statement<{ id: number }>(
  'past_payment_of_day',
  `select id from past_payments
   where user_id = $1 and paid_on = $2 and amount_paise = $3 and lower(source) = lower($4) and reference = '' limit 1`,
)
const isDayAhead = statement<{ ahead: boolean }>(
  'is_day_ahead',
  `select $1::date > (app_now() at time zone 'Asia/Kolkata')::date as ahead`,
)
const deletePastPayment = statement('delete_past_payment', `delete from past_payments where id = $1`)

/**
 * Keeps a payment that another system took. It is no money of the books: no document, ledger, settlement or month has it.
 * One that is there already is not kept twice.
 * @throws HttpError 400 for a day ahead, 409 for a reference of another payment
 */
export async function keepPastPayment(
  tx: Queryable,
  { userId, source, amountPaise, paidOn, reference, method, course }: PastPayment,
  arrivalId: number,
): Promise<{ id: number; isNew: boolean }> {
  const known =
    reference === ''
      ? await row(tx, pastPaymentOfDay, [userId, paidOn, amountPaise, source])
      : await row(tx, pastPaymentOfReference, [source, reference, userId, amountPaise, paidOn])
  if (known && (!('same' in known) || known.same)) return { id: known.id, isNew: false }
  const values = [userId, source, amountPaise, paidOn, reference, method, course, arrivalId]
  const made = known ? undefined : await row(tx, insertPastPayment, values)
  if (made) return { id: made.id, isNew: true }
  if ((await row(tx, isDayAhead, [paidOn]))?.ahead) {
    const message = 'This day is in the future.'
    throw invalid(message, { paid_on: [message] })
  }
  const message = 'Another payment with this reference is there already.'
  throw conflict('reference_taken', message, { reference: [message] })
}

export async function deletePast(tx: Queryable, id: number): Promise<void> {
  await rows(tx, deletePastPayment, [id])
}
