import type { Purchase } from '#contract/money/payments.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import {
  type BatchOffer,
  canBeChosen,
  inOrderOfChoice,
  offerColumns,
  toUpcomingBatch,
} from '#server/catalog/offers/batch-offer.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hasTakenPlace } from '#server/money/requests/has-taken-place.ts'
import { listPayments } from './list-payments.ts'

interface EnrolmentOfCourse {
  id: number
  batch_id: number
  payment_id: number
  refundable_paise: number
  has_ended: boolean
}

const enrolmentsOfCourse = statement<EnrolmentOfCourse>(
  'enrolments_of_course',
  `select e.id, e.batch_id, e.payment_id,
     place_refundable(e.payment_id) as refundable_paise, ${hasTakenPlace} as has_ended
   from active_enrolments e join batches b on b.id = e.batch_id
   where e.user_id = $1 and b.course_id = $2 and e.payment_id is not null
   order by e.created_at desc`,
)
const offersToMoveTo = statement<BatchOffer>(
  'offers_to_move_to',
  `select ${offerColumns} from batch_offers b where b.course_id = $2 and b.is_ahead
     and not exists (select 1 from active_enrolments e where e.user_id = $1 and e.batch_id = b.id)`,
)

/** Returns the paid enrolments of a student in a course. An enrolment that staff gave has no payment and is left out. */
export async function listPurchases(
  deps: Deps,
  student: Student,
  { params }: { params: { course_id: number } },
): Promise<Purchase[]> {
  const [enrolments, offers, payments] = await Promise.all([
    rows(deps.db, enrolmentsOfCourse, [student.id, params.course_id]),
    rows(deps.db, offersToMoveTo, [student.id, params.course_id]),
    listPayments(deps, student),
  ])
  const choices = inOrderOfChoice(offers).filter(canBeChosen).map(toUpcomingBatch)
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  return enrolments.flatMap((enrolment) => {
    const payment = paymentOf.get(enrolment.payment_id)
    if (!payment) return []
    return {
      enrolment_id: enrolment.id,
      batch_id: enrolment.batch_id,
      payment,
      refundable: enrolment.refundable_paise / 100,
      transfer_choices: enrolment.has_ended ? [] : choices,
      has_ended: enrolment.has_ended,
    }
  })
}
