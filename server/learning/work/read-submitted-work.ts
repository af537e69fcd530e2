import type { SubmittedWork } from '#contract/learning/staff/work.ts'
import { allows } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { isTaughtBy, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { attemptsOf } from './attempts.ts'
import { isReplaced } from './taught.ts'
import { submissionRecords } from './work-records.ts'

const submittedExercise = statement<{ user_id: number; text: string; link: string | null; due_at: string; mine: boolean }>(
  'submitted_exercise',
  `select t.user_id::float8 as user_id, x.text, x.link, ${isoInstant('x.due_at')} as due_at,
     $2::integer is null or ${isTaughtBy('x.session_id', '$2::integer')} as mine
   from submissions t join exercises x on x.id = t.exercise_id where t.id = $1`,
)
// The first one in the order is nearly always among the first tried. Inside coalesce the conditions are not estimated to be rare,
// for which all would be read and sorted.
const waitingWhere = (condition: string) => `select t.id::float8 as id
   from submissions t join exercises x on x.id = t.exercise_id join class_sessions s on s.id = x.session_id
   where t.id <> $1 and not t.reviewed and ${condition} and coalesce(not ${isReplaced('t')}, false)
     and coalesce(exists (
       select from active_enrolments e where e.batch_id = s.batch_id and e.user_id = t.user_id), false)
   order by t.submitted_at, t.id limit 1`
const nextWaiting = statement<{ id: number }>('next_waiting', waitingWhere('true'))
const nextWaitingOfPerson = statement<{ id: number }>(
  'next_waiting_of_person',
  waitingWhere(isTaughtBy('x.session_id', '$2::integer')),
)

/** @throws HttpError 404 for work of a class that the person does not teach */
export async function readSubmittedWork(db: Queryable, staff: Staff, id: number): Promise<SubmittedWork> {
  const submission = await submissionRecords.find(db, id, staff)
  const reviews = allows(staff.roles, 'work:write')
  // Who reads and does not review goes on to the next one all the same.
  const teacher = teacherOf(staff, reviews ? 'work:write' : 'work:read')
  const { user_id: userId, mine, ...exercise } = await one(db, submittedExercise, [id, teacher])
  const next = teacher === null ? await row(db, nextWaiting, [id]) : await row(db, nextWaitingOfPerson, [id, teacher])
  return {
    submission,
    ...exercise,
    may_review: reviews && mine && submission.state === 'waiting',
    tried: await attemptsOf(db, submission.exercise_id, userId),
    next: next?.id ?? null,
  }
}
