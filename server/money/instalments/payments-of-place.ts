import { endEnrolment } from '#server/enrolment/places/enrol.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

export interface PaymentOfPlace {
  payment_id: number
  batch_id: number
  refundable_paise: number
}

const paymentsOfPlace = statement<PaymentOfPlace>(
  'payments_of_place',
  `select p.id as payment_id, o.batch_id, s.refundable_paise
   from payments p join payment_orders o on o.id = p.order_id join payment_balances s on s.payment_id = p.id
   where p.id = any (payments_of_place(place_of_payment($1)))
   order by coalesce(p.captured_at, p.created_at) desc, p.id desc`,
)

/** The payments of the place that a payment is for, the last one first: the order in which they are refunded. Empty when it bought none. */
export async function readPaymentsOfPlace(tx: Queryable, paymentId: number): Promise<PaymentOfPlace[]> {
  return rows(tx, paymentsOfPlace, [paymentId])
}

const moneyBeside = statement(
  'money_beside',
  `select 1 from payment_balances s
   where s.payment_id = any (payments_of_place(place_of_payment($1))) and s.payment_id <> $1 and s.amount_paise > s.refunded_paise limit 1`,
)

/** Whether another payment of the same place has money that was not refunded. */
export async function hasMoneyBeside(tx: Queryable, paymentId: number): Promise<boolean> {
  return (await row(tx, moneyBeside, [paymentId])) !== undefined
}

const placeOfPayment = statement<{ enrolment_id: number | null }>(
  'place_of_payment',
  `select place_of_payment($1) as enrolment_id`,
)

/** Ends the place that a payment is for, which frees its seat. What is still open of it is not owed any more. */
export async function endPlaceOf(tx: Queryable, paymentId: number): Promise<void> {
  const { enrolment_id: place } = await one(tx, placeOfPayment, [paymentId])
  if (place !== null) await endEnrolment(tx, place)
}
