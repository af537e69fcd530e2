import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { hasActiveEnrolment, moveEnrolment } from '#server/enrolment/places/enrol.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { lockOrder, lockPayment } from '#server/money/payments/locks.ts'
import { assertTransferable } from './assert-transferable.ts'

export interface Transfer {
  enrolmentId: number
  fromBatchId: number
  toBatchId: number
  /** Null for an enrolment without a payment. */
  payment: { id: number; orderId: number } | null
  userId: number
  /** What staff wrote to the student. */
  reason?: string
  /** Staff also move a student into a batch that has begun. */
  mayHaveStarted?: boolean
}

const lockEnrolment = statement(
  'lock_enrolment',
  `select 1 from active_enrolments where id = $1 and batch_id = $2 for no key update`,
)

/**
 * Moves an enrolment to another batch of its course. Payment, order and receipt stay unchanged, and so does the
 * price. Locks both batches in the order of their ids, then order and payment.
 * @returns the id of the move
 * @throws HttpError 409 when the enrolment has ended or moved, or the batch is full, started or cancelled
 */
export async function transferEnrolment(tx: Queryable, move: Transfer): Promise<number> {
  const ids = [...new Set([move.fromBatchId, move.toBatchId])].toSorted((a, b) => a - b)
  const batches = new Map<number, Awaited<ReturnType<typeof lockBatch>>>()
  for (const id of ids) batches.set(id, await lockBatch(tx, id))
  if (move.payment) {
    await lockOrder(tx, move.payment.orderId)
    await lockPayment(tx, move.payment.id)
  }
  const [from, to] = [batches.get(move.fromBatchId), batches.get(move.toBatchId)]
  if (!(await row(tx, lockEnrolment, [move.enrolmentId, move.fromBatchId]))) {
    throw conflict('enrolment_gone', 'This enrolment has ended or moved.')
  }
  if (!from || !to || from.course_id !== to.course_id) throw conflict('other_course', 'That batch is not of this course.')
  if (await hasActiveEnrolment(tx, move.userId, move.toBatchId)) {
    throw conflict('already_enrolled', 'There is a place in that batch already.')
  }
  await assertTransferable(tx, to, move.userId, { mayHaveStarted: move.mayHaveStarted ?? false })
  const { enrolmentId, fromBatchId, toBatchId, reason = null } = move
  return moveEnrolment(tx, { enrolmentId, fromBatchId, toBatchId, reason })
}
