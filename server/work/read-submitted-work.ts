import type { SubmittedWork } from '#contract/staff/work.ts'
import type { Staff } from '../auth/principal.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { one, type Queryable, row, statement } from '../db/query.ts'
import { attemptsOf } from './attempts.ts'
import { classTables, isReplaced, teacherOf } from './taught.ts'
import { submissionRecords } from './work-records.ts'

const submittedExercise = statement<{ user_id: number; text: string; link: string | null; due_at: string }>(
  'submitted_exercise',
  `select t.user_id::float8 as user_id, x.text, x.link, ${isoInstant('x.due_at')} as due_at
   from submissions t join exercises x on x.id = t.exercise_id where t.id = $1`,
)
const nextWaiting = statement<{ id: number }>(
  'next_waiting',
  `select t.id::float8 as id from submissions t join exercises x on x.id = t.exercise_id join class_sessions s on s.id = x.session_id ${classTables}
   join enrolments e on e.batch_id = s.batch_id and e.user_id = t.user_id and e.ended_at is null
   where t.id <> $1 and ($2::integer is null or $2 in (h.staff_id, i.staff_id)) and not ${isReplaced('t')}
     and not exists (select from submission_reviews w where w.submission_id = t.id)
   order by t.submitted_at, t.id limit 1`,
)

/** @throws HttpError 404 for work of a class that the person does not teach */
export async function readSubmittedWork(db: Queryable, staff: Staff, id: number): Promise<SubmittedWork> {
  const submission = await submissionRecords.find(db, id, staff)
  const { user_id: userId, ...exercise } = await one(db, submittedExercise, [id])
  const next = await row(db, nextWaiting, [id, teacherOf(staff)])
  return {
    submission,
    ...exercise,
    may_review: staff.role !== 'support' && submission.state === 'waiting',
    tried: await attemptsOf(db, submission.exercise_id, userId),
    next: next?.id ?? null,
  }
}
