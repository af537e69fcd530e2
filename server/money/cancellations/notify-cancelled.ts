import type { Queryable } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'

/** An enrolment of a cancelled batch with what is decided about it. */
export interface CancelledPlace {
  enrolment_id: number
  batch_id: number
  action: 'move' | 'refund'
  move_to_batch_id: number | null
  reason: string
  actor_kind: string
  actor_id: number | null
  user_id: number
  /** Null for an enrolment without a payment. */
  payment_id: number | null
  order_id: number | null
  is_offline: boolean
  /** The enrolment has ended, or moved to another batch, since the batch was cancelled. */
  has_ended: boolean
  email: string
  full_name: string
  course_title: string
  from_type: string
  from_starts_at: Date
  to_type: string | null
  to_starts_at: Date | null
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Tells a student that the batch is cancelled, and what becomes of the place. One mail for each enrolment. */
export async function notifyCancelled(
  deps: Parameters<typeof queueMail>[0],
  tx: Queryable,
  place: CancelledPlace,
  { outcome, amountPaise }: { outcome: 'moved' | 'refunded' | 'ended'; amountPaise: number | null },
): Promise<void> {
  if (place.has_ended) return
  await queueMail(
    deps,
    tx,
    {
      template: 'batch-cancelled',
      to: place.email,
      props: {
        name: place.full_name,
        courseTitle: place.course_title,
        batch: `${place.from_type}, from ${day.format(place.from_starts_at)}`,
        reason: place.reason,
        outcome,
        toBatch: outcome === 'moved' && place.to_starts_at ? `${place.to_type}, from ${day.format(place.to_starts_at)}` : null,
        amountPaise,
        isPaid: place.payment_id !== null,
        isOffline: place.is_offline,
      },
    },
    { cause: `batch-cancelled-${place.enrolment_id}`, lane: 'class' },
  )
}
