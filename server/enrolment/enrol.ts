import { type Queryable, row, rows, statement } from '../db/query.ts'

const activeEnrolment = statement('active_enrolment', `select 1 from enrolments where user_id = $1 and batch_id = $2 and ended_at is null`)
const insertEnrolment = statement(
  'insert_enrolment',
  `insert into enrolments (user_id, batch_id, payment_id, created_at) values ($1, $2, $3, app_now())`,
)

const endEnrolmentOfPayment = statement(
  'end_enrolment_of_payment',
  `update enrolments set ended_at = app_now() where payment_id = $1 and ended_at is null`,
)

const setEnrolmentBatch = statement(
  'set_enrolment_batch',
  `update enrolments set batch_id = $2, moved_at = app_now() where id = $1 and ended_at is null`,
)
// Whoever moved away had bought this batch already: another order of that time pays for nothing new.
const enrolmentMovedSince = statement(
  'enrolment_moved_since',
  `select 1 from enrolments e join payments p on p.id = e.payment_id join payment_orders o on o.id = p.order_id
   where e.user_id = $1 and o.batch_id = $2 and e.ended_at is null
     and e.moved_at >= (select created_at from payment_orders where id = $3)`,
)

export async function hasActiveEnrolment(tx: Queryable, userId: number, batchId: number): Promise<boolean> {
  return (await row(tx, activeEnrolment, [userId, batchId])) !== undefined
}

/** The caller holds the batch's lock and has seen that there is a seat. */
export async function enrol(tx: Queryable, enrolment: { userId: number; batchId: number; paymentId: number }): Promise<void> {
  await rows(tx, insertEnrolment, [enrolment.userId, enrolment.batchId, enrolment.paymentId])
}

/** Whether the place of this batch went to another one after an order for it was made. */
export async function hasMovedSince(tx: Queryable, order: { id: number; user_id: number; batch_id: number }): Promise<boolean> {
  return (await row(tx, enrolmentMovedSince, [order.user_id, order.batch_id, order.id])) !== undefined
}

/** The caller holds the locks of both batches and has seen that there is a seat. The place keeps its payment. */
export async function moveEnrolment(tx: Queryable, enrolmentId: number, batchId: number): Promise<void> {
  await rows(tx, setEnrolmentBatch, [enrolmentId, batchId])
}

/** Takes back the place that a payment bought; its seat is free from then on. */
export async function endEnrolmentOf(tx: Queryable, paymentId: number): Promise<void> {
  await rows(tx, endEnrolmentOfPayment, [paymentId])
}
