import type { OwnExercise, OwnWork } from '#contract/learning/work.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { attemptsOf } from './attempts.ts'
import { numberOfClass } from './taught.ts'

// A class that is cancelled has no work, but what was handed in stays readable.
const ownColumns = `x.id, s.id as session_id, b.id as batch_id, c.id as course_id, c.title as course, ${numberOfClass} as number, s.topic,
  x.title, ${isoInstant('x.due_at')} as due_at,
  case when l.id is null then 'to_do' when w.id is null then 'handed_in' when w.outcome = 'again' then 'again' else 'accepted' end as state,
  coalesce(l.attempt, 0) as attempts, coalesce(l.submitted_at > x.due_at, false) as late`
const ownTables = `join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
  join class_sessions s on s.batch_id = b.id join exercises x on x.session_id = s.id
  left join lateral (select t.id, t.attempt, t.submitted_at from submissions t where t.exercise_id = x.id and t.user_id = e.user_id
    order by t.attempt desc limit 1) l on true
  left join submission_reviews w on w.submission_id = l.id`
const ownCondition = `e.user_id = $1
  and (l.id is not null or s.state <> 'cancelled' and (b.cancelled_at is null or s.ends_at <= b.cancelled_at))`

const ownExercises = statement<OwnExercise>(
  'own_exercises',
  `select ${ownColumns} from active_enrolments e ${ownTables} where ${ownCondition} order by x.due_at, x.id`,
)
const ownExercise = statement<Omit<OwnWork, 'tried'>>(
  'own_exercise',
  `select ${ownColumns}, x.text, x.link, ${isoInstant('app_now()')} as now from active_enrolments e ${ownTables} where x.id = $2 and ${ownCondition}`,
)
const workClock = statement<{ now: string }>('work_clock', `select ${isoInstant('app_now()')} as now`)

export async function listOwnWork(deps: Pick<Deps, 'db'>, student: Student): Promise<{ now: string; items: OwnExercise[] }> {
  const items = await rows(deps.db, ownExercises, [student.id])
  return { now: (await one(deps.db, workClock)).now, items }
}

/** @throws HttpError 404 for an exercise of a batch that the student is not in */
export async function readOwnWork(db: Queryable, student: Student, id: number): Promise<OwnWork> {
  const found = await row(db, ownExercise, [student.id, id])
  if (!found) throw notFound('Exercise not found.')
  return { ...found, tried: await attemptsOf(db, id, student.id) }
}
