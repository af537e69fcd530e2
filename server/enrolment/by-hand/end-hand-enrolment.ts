import type { AnswerOf } from '#contract/endpoint.ts'
import type { endHandEnrolment as endpoint } from '#contract/money/staff/hand-enrolments.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { takeBackMails } from '#server/messaging/mail/take-back-mails.ts'
import { endEnrolment } from '#server/enrolment/places/enrol.ts'

const enrolmentToEnd = statement<{ is_paid: boolean; has_ended: boolean }>(
  'enrolment_to_end',
  `select payment_id is not null as is_paid, ended_at is not null as has_ended from enrolments where id = $1 for no key update`,
)
const endedEnrolment = statement<{
  id: number
  version: number
  ended_at: Date
  email: string
  full_name: string
  course_title: string
}>(
  'ended_enrolment',
  `select e.id, e.version, e.ended_at, u.email, u.full_name, c.title as course_title
   from enrolments e join users u on u.id = e.user_id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.id = $1`,
)

/**
 * Ends a place without a payment, once, and mails it.
 * @throws HttpError 404; 409 for a paid place, which ends with its refund
 */
export async function endHandEnrolment(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id }: { id: number },
): Promise<AnswerOf<typeof endpoint>> {
  return staffTransaction(deps, staff, async (tx) => {
    const enrolment = await row(tx, enrolmentToEnd, [id])
    if (!enrolment) throw notFound('There is no such enrolment.')
    if (enrolment.is_paid) throw conflict('paid', 'This place was paid for. Refund the payment to end it.')
    if (!enrolment.has_ended) await endEnrolment(tx, id)
    const ended = await one(tx, endedEnrolment, [id])
    // Who was not told of the place yet is not told of its end.
    if (!enrolment.has_ended && !(await takeBackMails(tx, [`enrolled-${id}`]))) {
      const props = { name: ended.full_name, courseTitle: ended.course_title }
      await queueMail(deps, tx, { template: 'place-ended', to: ended.email, props }, { cause: `place-ended-${id}` })
    }
    return { id: ended.id, version: ended.version, ended_at: ended.ended_at.toISOString() }
  })
}
