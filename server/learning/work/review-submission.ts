import type { ParsedOf } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import type { reviewSubmission as contract, SubmittedWork } from '#contract/learning/staff/work.ts'
import { mailKinds } from '#contract/classes/mail-preferences.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { holdSeconds, queueMail } from '#server/messaging/mail/queue-mail.ts'
import { takeBackMail } from '#server/messaging/mail/take-back-mails.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { readSubmittedWork } from './read-submitted-work.ts'
import { findTaughtClass, isReplaced } from './taught.ts'
import { submissionRecords } from './work-records.ts'

// As in `lock_own_place`: an attempt and a review of the one before wait for each other.
const lockPlaceOfSubmission = statement(
  'lock_place_of_submission',
  `select 1 from submissions t join exercises x on x.id = t.exercise_id join class_sessions s on s.id = x.session_id
   join active_enrolments e on e.batch_id = s.batch_id and e.user_id = t.user_id
   where t.id = $1 for no key update of e`,
)
const linesOfSubmission = statement<{ lines: number }>(
  'lines_of_submission',
  `select coalesce(array_length(string_to_array(text, E'\\n'), 1), 0) as lines from submissions where id = $1`,
)
const insertReview = statement<{ id: number }>(
  'insert_review',
  `insert into submission_reviews (submission_id, outcome, words, comments, reviewer_id, reviewed_at)
   select t.id, $2, $3, $4::jsonb, $5, app_now() from submissions t where t.id = $1 and not ${isReplaced('t')}
   on conflict (submission_id) do nothing returning id::float8 as id`,
)
const reviewedStudent = statement<{
  id: number
  to: string
  name: string
  exercise: number
  title: string
  course: string
}>(
  'reviewed_student',
  `select u.id::float8 as id, u.email as "to", u.full_name as name, x.id as exercise, x.title, c.title as course
   from submissions t join users u on u.id = t.user_id join exercises x on x.id = t.exercise_id
   join class_sessions s on s.id = x.session_id join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
   left join mail_preferences p on p.user_id = u.id and p.kind = 'review'
   where t.id = $1 and ${isReachable('u')} and coalesce(p.wanted, $2::boolean)`,
)

/**
 * Reviews the last attempt of a student, once, and tells the student when it can't be taken back any more.
 * @throws HttpError 404 for work that the person does not review; 409 for an attempt that is reviewed, replaced, or of a student who
 * has left; 400 for a comment on a line that the text does not have
 */
export async function reviewSubmission(
  deps: Deps,
  staff: Staff,
  { params: { id }, body }: Pick<ParsedOf<typeof contract>, 'params' | 'body'>,
): Promise<SubmittedWork> {
  return staffTransaction(deps, staff, async (tx) => {
    await row(tx, lockPlaceOfSubmission, [id])
    const { session_id: sessionId, state } = await submissionRecords.find(tx, id, staff)
    await findTaughtClass(tx, staff, sessionId)
    if (state === 'left') throw conflict('student_left', 'This student is not in the batch any more.')
    if (state === 'replaced') throw conflict('replaced', 'The student has handed in again. Review the last attempt.')
    await checkLines(tx, id, body.comments)
    const comments = JSON.stringify(body.comments.toSorted((a, b) => a.line - b.line))
    const made = await row(tx, insertReview, [id, body.outcome, body.words, comments, staff.id])
    if (!made) throw conflict('reviewed', 'This attempt is reviewed already. Nothing was changed.')
    await tell(deps, tx, { id, review: made.id, outcome: body.outcome })
    return readSubmittedWork(tx, staff, id)
  })
}

// As long as its mail is held.
const deleteReview = statement<{ id: number }>(
  'delete_review',
  `delete from submission_reviews w using submissions t
   where t.id = $1 and w.submission_id = t.id and w.reviewer_id = $2 and w.reviewed_at > app_now() - make_interval(secs => $3)
     and not ${isReplaced('t')}
   returning w.id::float8 as id`,
)

/**
 * Takes an own review of the last seconds back. The student gets no mail, and the attempt waits again.
 * @throws HttpError 404 for work that the person does not review; 409 when there is no such review, the student has handed in again
 * or may have been told
 */
export async function undoReview(deps: Deps, staff: Staff, { id }: { id: number }): Promise<SubmittedWork> {
  return staffTransaction(deps, staff, async (tx) => {
    await row(tx, lockPlaceOfSubmission, [id])
    const { session_id: sessionId } = await submissionRecords.find(tx, id, staff)
    await findTaughtClass(tx, staff, sessionId)
    const deleted = await row(tx, deleteReview, [id, staff.id, holdSeconds])
    if (!deleted || !(await takeBackMail(tx, causeOfReview(deleted.id)))) {
      throw conflict('too_late', 'This review can no longer be taken back.')
    }
    return readSubmittedWork(tx, staff, id)
  })
}

const causeOfReview = (review: number) => `work-reviewed:${review}`

async function checkLines(tx: Queryable, id: number, comments: readonly { line: number }[]): Promise<void> {
  const lines = (await row(tx, linesOfSubmission, [id]))?.lines ?? 0
  const beyond = comments.find(({ line }) => line > lines)
  if (!beyond) return
  const message =
    lines === 0 ? 'This attempt has no text to comment by line.' : `The text has ${lines} lines, not ${beyond.line}.`
  throw invalid(message, { comments: [message] })
}

/** The mail holds no word of the review: it is read where the code stands. */
async function tell(
  deps: Deps,
  tx: Queryable,
  given: { id: number; review: number; outcome: 'accepted' | 'again' },
): Promise<void> {
  const student = await row(tx, reviewedStudent, [given.id, mailKinds.review])
  if (!student) return
  await queueMail(
    deps,
    tx,
    {
      template: 'work-reviewed',
      to: student.to,
      props: {
        name: student.name,
        courseTitle: student.course,
        exercise: student.title,
        outcome: given.outcome,
        workUrl: `${deps.config.publicUrl}${pathTo('work', student.exercise)}`,
        userId: student.id,
      },
    },
    { cause: causeOfReview(given.review), hold: true },
  )
}
