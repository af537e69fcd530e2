import type { OwnExercise, OwnWork } from '#contract/learning/work.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { attemptsOf } from './attempts.ts'
import { numberOfClass } from './taught.ts'

// A class that is cancelled has no work, but what was handed in stays readable.
const ownColumns = `x.id, s.id as session_id, b.id as batch_id, c.id as course_id, c.title as course, b.ends_at <= app_now() as batch_over,
  ${numberOfClass} as number, s.topic,
  x.title, ${isoInstant('x.due_at')} as due_at, w.state, w.attempts, w.is_late as late`
const ofWork = `join exercises x on x.id = w.exercise_id join class_sessions s on s.id = w.session_id
  join batches b on b.id = w.batch_id join courses c on c.id = b.course_id`
const ownCondition = `w.user_id = $1 and (w.submission_id is not null or not w.is_off)`

const ownExercises = statement<OwnExercise>(
  'own_exercises',
  `select ${ownColumns} from work_states w ${ofWork} where ${ownCondition} order by x.due_at, x.id`,
)
const ownExercise = statement<Omit<OwnWork, 'tried'>>(
  'own_exercise',
  `select ${ownColumns}, x.text, x.link, ${isoInstant('app_now()')} as now from work_states w ${ofWork} where x.id = $2 and ${ownCondition}`,
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
