import type { ExerciseRecord } from '#contract/learning/staff/work.ts'
import type { exercises } from '#contract/learning/staff/work.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { BodyOf, Target } from '#server/platform/http/resource.ts'
import { findTaughtClass } from './taught.ts'
import { exerciseRecords } from './work-records.ts'

const insertExercise = statement<{ id: number }>(
  'insert_exercise',
  `insert into exercises (session_id, title, text, link, due_at) values ($1, $2, $3, $4, $5) returning id`,
)
const deleteExercise = statement<{ id: number }>(
  'delete_exercise',
  `delete from exercises x where id = $1 and version = any ($2::integer[])
     and not exists (select from submissions s where s.exercise_id = x.id) returning id`,
)
// A student who hands in holds the row for share, so the deletion sees what was handed in.
const lockExercise = statement('lock_exercise', 'select 1 from exercises where id = $1 for update')

/** @throws HttpError 404 for a class that the person does not teach */
export async function createExercise(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof exercises, 'create'> },
): Promise<ExerciseRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await findTaughtClass(tx, staff, body.session_id)
    const { id } = await one(tx, insertExercise, [body.session_id, body.title, body.text, body.link, body.due_at])
    return exerciseRecords.find(tx, id, staff)
  })
}

/** @throws HttpError 404; StaleVersion */
export async function changeExercise(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof exercises, 'change'> },
): Promise<ExerciseRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { session_id: sessionId } = await exerciseRecords.find(tx, target.id, staff)
    await findTaughtClass(tx, staff, sessionId)
    return exerciseRecords.update(tx, target, body, staff)
  })
}

/** @throws HttpError 404; 409 for an exercise that somebody has handed in; StaleVersion */
export async function removeExercise(deps: Deps, staff: Staff, { id, versions }: Target): Promise<ExerciseRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await row(tx, lockExercise, [id])
    const before = await exerciseRecords.find(tx, id, staff)
    await findTaughtClass(tx, staff, before.session_id)
    if (await row(tx, deleteExercise, [id, versions])) return before
    if (!versions.includes(before.version)) throw new StaleVersion(before)
    throw conflict('handed_in', 'Students have handed this in. It stays, and you can change its words.')
  })
}
