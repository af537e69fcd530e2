import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import { fewSeats } from '#contract/rules.ts'

/** A row of the view `batch_offers`. */
export interface BatchOffer {
  id: number
  course_id: number
  starts_at: Date
  time_text: string
  mode_of_training: string
  batch_type: string
  instructor_name: string
  capacity: number | null
  seats_left: number | null
  is_ahead: boolean
  has_ended: boolean
  is_cancelled: boolean
  instructor_id: number
  weekdays: number[]
  class_minutes: number
  class_count: number
  last_class_at: Date
}

export const offerColumns = `b.id, b.course_id, b.starts_at, b.time_text, b.mode_of_training, b.batch_type, b.instructor_name,
  b.capacity, b.seats_left, b.is_ahead, b.ends_at <= app_now() as has_ended, b.cancelled_at is not null as is_cancelled,
  b.instructor_id, b.weekdays, b.class_minutes, b.class_count, b.last_class_at`

const istDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
const istDate = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** Returns the day of an instant in IST, as `YYYY-MM-DD`. */
export function dayInIst(instant: Date): string {
  return istDay.format(instant)
}

/** Visitors see the batches that have not ended, are not cancelled and are no drafts. */
export const shownToVisitors = 'b.ends_at > app_now() and b.cancelled_at is null and b.published'

export function canBeChosen(offer: BatchOffer): boolean {
  return offer.is_ahead && offer.seats_left !== 0
}

/** Returns the status that visitors read. "Few seats left" appears only when it is true. */
function statusOf(offer: BatchOffer): string {
  if (offer.is_cancelled) return 'Cancelled'
  if (offer.has_ended) return 'Completed'
  if (!offer.is_ahead) return 'Batch already started'
  if (offer.seats_left === 0) return startsOn(offer)
  if (offer.seats_left !== null && offer.seats_left <= fewSeats) return 'Few seats left'
  return 'Enrolment open'
}

/** Returns the status that an enrolled student reads. */
export function statusForEnrolled(offer: BatchOffer): string {
  return offer.is_ahead ? startsOn(offer) : statusOf(offer)
}

function startsOn(offer: BatchOffer): string {
  return `Starts on ${istDate.format(offer.starts_at)}`
}

export function toUpcomingBatch(offer: BatchOffer): UpcomingBatch {
  return {
    id: offer.id,
    date: dayInIst(offer.starts_at),
    time: offer.time_text,
    starts_at: offer.starts_at.toISOString(),
    mode_of_training: offer.mode_of_training,
    batch_type: offer.batch_type,
    instructor_name: offer.instructor_name,
    status: statusOf(offer),
    can_enroll: canBeChosen(offer),
    seats_left: offer.seats_left,
    capacity: offer.capacity,
    instructor_id: offer.instructor_id,
    weekdays: offer.weekdays,
    class_minutes: offer.class_minutes,
    class_count: offer.class_count,
    last_class_at: offer.last_class_at.toISOString(),
  }
}

/** Sorts available batches first, then by date. */
export function inOrderOfChoice(offers: BatchOffer[]): BatchOffer[] {
  return offers.toSorted(
    (a, b) => Number(canBeChosen(b)) - Number(canBeChosen(a)) || a.starts_at.getTime() - b.starts_at.getTime(),
  )
}
