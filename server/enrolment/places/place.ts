import type { placeRefusals } from '#contract/money/staff/hand-enrolments.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { conflict, type HttpError } from '#server/platform/errors/errors.ts'
import { hasActiveEnrolment } from './enrol.ts'
import { type LockedBatch, seatsBeyondHolds } from './seats.ts'

export type PlaceRefusal = (typeof placeRefusals)[number]

const texts: Record<PlaceRefusal, string> = {
  already_enrolled: 'The student has a place in this batch already.',
  batch_draft: 'This batch is a draft. Publish it first.',
  batch_cancelled: 'This batch is cancelled.',
  batch_ended: 'This batch has ended.',
  batch_full: 'This batch is full. A seat that another student is paying for, or that belongs to its waitlist, counts too.',
}

/**
 * Returns why staff can't enrol a student in a batch; undefined when they can, also after it has started. The caller holds
 * the batch's lock. @param userId 0 for somebody without an account
 */
export async function findPlaceRefusal(tx: Queryable, batch: LockedBatch, userId: number): Promise<PlaceRefusal | undefined> {
  if (await hasActiveEnrolment(tx, userId, batch.id)) return 'already_enrolled'
  if (!batch.published) return 'batch_draft'
  if (batch.cancelled) return 'batch_cancelled'
  if (batch.ended) return 'batch_ended'
  return (await seatsBeyondHolds(tx, batch, userId)) > 0 ? undefined : 'batch_full'
}

/** @throws HttpError 409 when staff can't enrol the student */
export async function assertPlace(tx: Queryable, batch: LockedBatch, userId: number): Promise<void> {
  const refusal = await findPlaceRefusal(tx, batch, userId)
  if (refusal) throw refusePlace(refusal)
}

export function refusePlace(refusal: PlaceRefusal): HttpError {
  const field = refusal === 'already_enrolled' ? 'student_id' : 'batch_id'
  return conflict(refusal, texts[refusal], { [field]: [texts[refusal]] })
}
