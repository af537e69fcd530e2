import type { MessageAudience, MessageInput } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { checkOwnBatch, isBound } from './own-batch.ts'

/** Whom a message is for. */
export interface Addressees {
  audience: MessageAudience
  batch_id: number | null
  student_id: number | null
  session_id: number | null
  exercise_id: number | null
}

type Field = Exclude<keyof Addressees, 'audience'>

/** What each audience is made of. An instructor names the batch of a student too. */
const fieldsOf: Readonly<Record<MessageAudience, readonly Field[]>> = {
  batch: ['batch_id'],
  student: ['student_id'],
  absent: ['batch_id', 'session_id'],
  owing: ['batch_id', 'exercise_id'],
  overdue: ['batch_id'],
}
const missing: Readonly<Record<Field, string>> = {
  batch_id: 'Please choose a batch.',
  student_id: 'Please choose a student.',
  session_id: 'Please choose a class.',
  exercise_id: 'Please choose an exercise.',
}
const unknown: Readonly<Record<Field, string>> = {
  batch_id: 'This batch does not exist.',
  student_id: 'This student does not exist.',
  session_id: 'This batch has had no such class.',
  exercise_id: 'This batch has no such exercise.',
}

const knownAddressees = statement<Record<Field, boolean>>(
  'known_addressees',
  `select exists (select from batches where id = $1) as batch_id,
     exists (select from users u where u.id = $2 and u.erased_at is null) as student_id,
     exists (select from class_sessions where id = $3 and batch_id = $1 and ends_at <= app_now()) as session_id,
     exists (select from exercises x join class_sessions s on s.id = x.session_id where x.id = $4 and s.batch_id = $1) as exercise_id`,
)
const studentOfBatch = statement('student_of_batch', `select 1 from active_enrolments where batch_id = $1 and user_id = $2`)

/** The audience with the ids that it needs, and none else. A student may stand beside a batch. */
function addresseesOf(given: Partial<Pick<MessageInput, keyof Addressees>>): Addressees {
  const audience = given.audience ?? 'batch'
  const needed: readonly Field[] = audience === 'student' ? ['student_id', 'batch_id'] : fieldsOf[audience]
  const idOf = (field: Field) => (needed.includes(field) ? (given[field] ?? null) : null)
  return {
    audience,
    batch_id: idOf('batch_id'),
    student_id: idOf('student_id'),
    session_id: idOf('session_id'),
    exercise_id: idOf('exercise_id'),
  }
}

/**
 * Returns whom a message is for.
 * @throws HttpError 400 when the audience lacks an id; 404 for an instructor who does not teach the batch; 409 for a batch, class,
 * exercise or student that does not exist or does not belong to the batch
 */
export async function checkAddressees(
  db: Queryable,
  staff: Staff,
  given: Partial<Pick<MessageInput, keyof Addressees>>,
): Promise<Addressees> {
  const addressees = addresseesOf(given)
  const { audience, batch_id: batchId, student_id: studentId, session_id: sessionId, exercise_id: exerciseId } = addressees
  const needed: readonly Field[] = isBound(staff)
    ? [...new Set([...fieldsOf[audience], 'batch_id' as const])]
    : fieldsOf[audience]
  const lacking = needed.filter((field) => addressees[field] === null)
  if (lacking.length > 0) {
    throw invalid('Please say whom the message is for.', Object.fromEntries(lacking.map((field) => [field, [missing[field]]])))
  }
  if (batchId !== null) await checkOwnBatch(db, staff, batchId)
  const known = await row(db, knownAddressees, [batchId, studentId, sessionId, exerciseId])
  for (const field of ['batch_id', 'student_id', 'session_id', 'exercise_id'] as const) {
    if (addressees[field] !== null && !known?.[field]) {
      throw conflict(`no_${field.replace('_id', '')}`, unknown[field], { [field]: [unknown[field]] })
    }
  }
  if (batchId !== null && studentId !== null && (await rows(db, studentOfBatch, [batchId, studentId])).length === 0) {
    const message = 'This student is not in the batch.'
    throw conflict('no_student', message, { student_id: [message] })
  }
  return addressees
}
