import type { ParsedOf } from '#contract/endpoint.ts'
import { type handInWork as contract, type OwnWork, workLimits } from '#contract/learning/work.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { readOwnWork } from './own-work.ts'
import { keepFile, type StoredFile, storeFile } from './submission-files.ts'

// The enrolment makes two attempts, and an attempt and a review, wait for each other. It also makes its own end wait.
const lockOwnPlace = statement(
  'lock_own_place',
  `select 1 from exercises x join class_sessions s on s.id = x.session_id join active_enrolments e on e.batch_id = s.batch_id
   where x.id = $1 and e.user_id = $2 for no key update of e for share of x`,
)
const insertSubmission = statement<{ id: number }>(
  'insert_submission',
  `insert into submissions (exercise_id, user_id, attempt, text, link, file_key, file_name, file_bytes, submitted_at)
   select $1, $2, $3::integer, $4, $5, $6, $7, $8, app_now()
   where $3::integer = 1 + (select coalesce(max(t.attempt), 0) from submissions t where t.exercise_id = $1 and t.user_id = $2)
   on conflict do nothing returning id`,
)

/**
 * Stores an attempt. A late one is stored too and says so.
 * @throws HttpError 404 for an exercise of a batch that the student is not in; 409 for accepted work, for an attempt that is there
 * already, and after the last one; 400 for a kind of file that is not taken
 */
export async function handInWork(
  deps: Deps,
  student: Student,
  { params: { id }, body }: Pick<ParsedOf<typeof contract>, 'params' | 'body'>,
): Promise<OwnWork> {
  // Before the file is stored, so that a refused one leaves nothing behind.
  await checkAttempt(deps.db, student, { id, attempt: body.attempt })
  const file = body.file && (await storeFile(deps, body.file))
  return transaction(deps.db, async (tx) => {
    await row(tx, lockOwnPlace, [id, student.id])
    await checkAttempt(tx, student, { id, attempt: body.attempt })
    const text = body.text?.replaceAll(/\r\n?/g, '\n') ?? null
    const values = [id, student.id, body.attempt, text, body.link ?? null, ...columnsOf(file, id, body.attempt)]
    if (!(await row(tx, insertSubmission, values))) throw handedIn()
    if (file) await keepFile(tx, file.key)
    return readOwnWork(tx, student, id)
  })
}

const handedIn = () => conflict('handed_in', 'This attempt was handed in already. Load the page again to see it.')

async function checkAttempt(db: Queryable, student: Student, { id, attempt }: { id: number; attempt: number }): Promise<void> {
  const { state, attempts } = await readOwnWork(db, student, id)
  if (state === 'accepted') throw conflict('accepted', 'This work is accepted. You do not have to hand in again.')
  if (attempt !== attempts + 1) throw handedIn()
  if (attempt > workLimits.attempts) throw conflict('last_attempt', 'You have used every attempt. Please ask your instructor.')
}

function columnsOf(file: StoredFile | undefined, exerciseId: number, attempt: number) {
  return file ? [file.key, `exercise-${exerciseId}-attempt-${attempt}.${file.ending}`, file.bytes] : [null, null, null]
}
