import type { Place } from '#contract/money/staff/hand-enrolments.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findPlaceRefusal } from '#server/enrolment/places/place.ts'
import { readBatch, seatsBeyondHolds } from '#server/enrolment/places/seats.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { readApprovalLimit, readChequeHoldDays } from '#server/platform/settings/site-settings.ts'
import { sumOfStudent } from './approval-limit.ts'

const placeOfBatch = statement<
  Pick<Place, 'batch_id' | 'course' | 'batch_type' | 'list_price_paise' | 'amount_paise' | 'discount'> & { starts_at: Date }
>(
  'place_of_batch',
  `select b.id as batch_id, c.title as course, b.batch_type, b.starts_at, c.price_paise as list_price_paise, c.amount_paise,
     case when c.amount_paise < c.price_paise then c.discounts -> 0 ->> 'value' end as discount
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/** What a place costs a student now. Nothing is locked, so the act checks it all again. @throws HttpError 404 */
export async function readPlace(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { id, student = 0 }: { id: number; student?: number | undefined },
): Promise<Place> {
  const [found, batch] = await Promise.all([row(deps.db, placeOfBatch, [id]), readBatch(deps.db, id)])
  if (!found || !batch) throw notFound('There is no such batch.')
  const [refusal, seats, limit, holdDays, sum] = await Promise.all([
    findPlaceRefusal(deps.db, batch, student),
    seatsBeyondHolds(deps.db, batch, student),
    readApprovalLimit(deps),
    readChequeHoldDays(deps),
    sumOfStudent(deps.db, student),
  ])
  return {
    ...found,
    starts_at: found.starts_at.toISOString(),
    has_started: batch.started,
    seats_left: Number.isFinite(seats) ? seats : null,
    refusal: refusal ?? null,
    approval_above_paise: limit,
    cheque_hold_days: holdDays,
    sum_paise: sum,
  }
}
