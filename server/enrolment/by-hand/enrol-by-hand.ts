import { pathTo } from '#contract/pages.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { assertPlace } from '#server/enrolment/places/place.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'

const insertHandEnrolment = statement<{ id: number }>(
  'insert_hand_enrolment',
  `insert into enrolments (user_id, batch_id, reason, enrolled_by, created_at) values ($1, $2, $3, $4, app_now()) returning id`,
)
const enrolledStudent = statement<{
  email: string
  full_name: string
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
}>(
  'enrolled_student',
  `select u.email, u.full_name, c.title as course_title, b.batch_type, b.starts_at, b.time_text
   from enrolments e join users u on u.id = e.user_id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.id = $1`,
)

/**
 * Enrols a student without a payment, within the caller's transaction, and mails it. Locks the batch.
 * @returns the id of the enrolment
 * @throws HttpError 404 unknown; 409 when the account is closed or there is no place
 */
export async function enrolByHand(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  given: { userId: number; batchId: number; reason: string; staffId: number },
): Promise<number> {
  const batch = await lockBatch(tx, given.batchId)
  if (!batch) throw notFound('There is no such batch.')
  await assertAccount(tx, given.userId)
  await assertPlace(tx, batch, given.userId)
  const { id } = await one(tx, insertHandEnrolment, [given.userId, given.batchId, given.reason, given.staffId])
  const student = await one(tx, enrolledStudent, [id])
  await queueMail(
    deps,
    tx,
    {
      template: 'enrolled',
      to: student.email,
      props: {
        name: student.full_name,
        courseTitle: student.course_title,
        batchType: student.batch_type,
        startsAt: student.starts_at.toISOString(),
        timeText: student.time_text,
        roomUrl: `${deps.config.publicUrl}${pathTo('room', batch.course_id)}`,
      },
    },
    { cause: `enrolled-${id}`, hold: true },
  )
  return id
}
