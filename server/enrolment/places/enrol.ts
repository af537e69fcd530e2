import { sendLater, one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

const activeEnrolment = statement('active_enrolment', `select 1 from active_enrolments where user_id = $1 and batch_id = $2`)
const insertEnrolment = statement(
  'insert_enrolment',
  `insert into enrolments (user_id, batch_id, payment_id, created_at) values ($1, $2, $3, app_now())`,
)

const setEnrolmentBatch = statement(
  'set_enrolment_batch',
  `update active_enrolments set batch_id = $2, moved_at = app_now() where id = $1`,
)
const insertEnrolmentMove = statement<{ id: number }>(
  'insert_enrolment_move',
  `insert into enrolment_moves (enrolment_id, from_batch_id, to_batch_id, reason, moved_at) values ($1, $2, $3, $4, app_now()) returning id`,
)
// A transferred student had bought this batch, so an order from before the transfer is a second payment.
const enrolmentMovedSince = statement(
  'enrolment_moved_since',
  `select 1 from active_enrolments e join payments p on p.id = e.payment_id join payment_orders o on o.id = p.order_id
   where e.user_id = $1 and o.batch_id = $2
     and e.moved_at >= (select created_at from payment_orders where id = $3)`,
)

// As `active_enrolment` and `enrolment_moved_since`, for the student and the batch of an order.
const enrolmentBesideOrder = statement<{ exists: boolean }>(
  'enrolment_beside_order',
  `select exists (select 1 from active_enrolments e where e.user_id = o.user_id and e.batch_id = o.batch_id)
     or exists (select 1 from active_enrolments e join payments p on p.id = e.payment_id join payment_orders paid on paid.id = p.order_id
                where e.user_id = o.user_id and paid.batch_id = o.batch_id and e.moved_at >= o.created_at) as exists
   from payment_orders o where o.id = $1`,
)

/** Checks whether the student of an order is enrolled in its batch, or was moved to another one since the order. */
export async function hasEnrolmentBeside(tx: Queryable, orderId: number): Promise<boolean> {
  return (await one(tx, enrolmentBesideOrder, [orderId])).exists
}

/** Checks whether a student has an enrolment in a batch that has not ended. */
export async function hasActiveEnrolment(tx: Queryable, userId: number, batchId: number): Promise<boolean> {
  return (await row(tx, activeEnrolment, [userId, batchId])) !== undefined
}

/** Stores a paid enrolment. The caller holds the batch's lock and has checked that a seat is free. */
export function enrol(tx: Queryable, enrolment: { userId: number; batchId: number; paymentId: number }): void {
  sendLater(tx, insertEnrolment, [enrolment.userId, enrolment.batchId, enrolment.paymentId])
}

/** Checks whether the student's enrolment moved to another batch after the order was created. */
export async function hasMovedSince(tx: Queryable, order: { id: number; user_id: number; batch_id: number }): Promise<boolean> {
  return (await row(tx, enrolmentMovedSince, [order.user_id, order.batch_id, order.id])) !== undefined
}

/**
 * Moves an enrolment with its payment. The caller holds the locks of the enrolment and both batches, and has checked that a
 * seat is free.
 * @returns the id of the move
 */
export async function moveEnrolment(
  tx: Queryable,
  move: { enrolmentId: number; fromBatchId: number; toBatchId: number; reason: string | null },
): Promise<number> {
  await rows(tx, setEnrolmentBatch, [move.enrolmentId, move.toBatchId])
  return (await one(tx, insertEnrolmentMove, [move.enrolmentId, move.fromBatchId, move.toBatchId, move.reason])).id
}

const moveBefore = statement<{ id: number; from_batch_id: number }>(
  'move_before',
  `select id, from_batch_id from enrolment_moves where enrolment_id = $1 and id < $2 order by id desc limit 1`,
)

/** The move of an enrolment before another one. */
export async function findMoveBefore(
  tx: Queryable,
  { enrolmentId, move }: { enrolmentId: number; move: number },
): Promise<{ id: number; fromBatchId: number } | undefined> {
  const found = await row(tx, moveBefore, [enrolmentId, move])
  return found && { id: found.id, fromBatchId: found.from_batch_id }
}

const endEnrolmentById = statement('end_enrolment_by_id', `update active_enrolments set ended_at = app_now() where id = $1`)

/** Ends an enrolment, which frees its seat. */
export async function endEnrolment(tx: Queryable, enrolmentId: number): Promise<void> {
  await rows(tx, endEnrolmentById, [enrolmentId])
}
