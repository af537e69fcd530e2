import type { Queryable } from '#server/platform/db/query.ts'
import { type LockedBatch, seatsBeyondHolds } from '#server/enrolment/places/seats.ts'
import { conflict } from '#server/platform/errors/errors.ts'

/**
 * Checks that an enrolment can move to a batch. Seats that other students hold are not free. Staff also move a student into a
 * batch that has begun.
 * @throws HttpError 409 when the batch is a draft, cancelled, started, ended or full
 */
export async function assertTransferable(
  tx: Queryable,
  target: LockedBatch,
  userId: number,
  { mayHaveStarted = false } = {},
): Promise<void> {
  if (!target.published) throw conflict('batch_draft', 'That batch is not open yet. Please choose another one.')
  if (target.cancelled) throw conflict('batch_cancelled', 'That batch has been cancelled. Please choose another one.')
  if (target.ended) throw conflict('batch_ended', 'That batch has ended. Please choose another one.')
  if (target.started && !mayHaveStarted)
    throw conflict('batch_started', 'That batch has already started. Please choose another one.')
  if ((await seatsBeyondHolds(tx, target, userId)) === 0) {
    throw conflict('batch_full', 'That batch is full. Please choose another one.')
  }
}
