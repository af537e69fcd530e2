import { type Queryable, row, rows, statement } from '../db/query.ts'

const active = statement('active_enrolment', `select 1 from enrolments where user_id = $1 and batch_id = $2 and ended_at is null`)
const insert = statement(
  'insert_enrolment',
  `insert into enrolments (user_id, batch_id, payment_id, created_at) values ($1, $2, $3, app_now())`,
)

const endOfPayment = statement(
  'end_enrolment_of_payment',
  `update enrolments set ended_at = app_now() where payment_id = $1 and ended_at is null`,
)

export async function hasActiveEnrolment(tx: Queryable, userId: number, batchId: number): Promise<boolean> {
  return (await row(tx, active, [userId, batchId])) !== undefined
}

/** The caller holds the batch's lock and has seen that there is a seat. */
export async function enrol(tx: Queryable, place: { userId: number; batchId: number; paymentId: number }): Promise<void> {
  await rows(tx, insert, [place.userId, place.batchId, place.paymentId])
}

/** Takes back the place that a payment bought; its seat is free from then on. */
export async function endEnrolmentOf(tx: Queryable, paymentId: number): Promise<void> {
  await rows(tx, endOfPayment, [paymentId])
}
