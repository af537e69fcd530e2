import type { MessageAudience, MessageInput } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, type Statement, statement } from '#server/platform/db/query.ts'
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
  student_id: 'There is no such student here.',
  session_id: 'This batch has had no such class.',
  exercise_id: 'This batch has no such exercise.',
}

// The locks make an erasure and a removal wait until the message is stored, so that they find it.
const locks: Readonly<Record<Exclude<Field, 'batch_id'>, Statement<unknown>>> = {
  student_id: statement(
    'lock_addressee',
    `select 1 from users u where u.id = $1 and u.erased_at is null and ($2::integer is null
       or exists (select from active_enrolments e where e.batch_id = $2 and e.user_id = u.id)) for key share of u`,
  ),
  session_id: statement(
    'lock_class_of_message',
    `select 1 from class_sessions where id = $1 and batch_id = $2 and ends_at <= app_now() for key share`,
  ),
  exercise_id: statement(
    'lock_exercise_of_message',
    `select 1 from exercises x join class_sessions s on s.id = x.session_id where x.id = $1 and s.batch_id = $2 for key share of x`,
  ),
}
const lockBatchOfMessage = statement('lock_batch_of_message', `select 1 from batches where id = $1 for key share`)

/** What an audience is made of. An instructor names the batch of a student too. */
const neededBy = (audience: MessageAudience, staff: Staff): readonly Field[] =>
  audience === 'student' && isBound(staff) ? ['batch_id', 'student_id'] : fieldsOf[audience]

/** The audience with the ids that it needs, and none else. */
export function addresseesOf(staff: Staff, given: Partial<Pick<MessageInput, keyof Addressees>>): Addressees {
  const audience = given.audience ?? 'batch'
  const needed = neededBy(audience, staff)
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
  const addressees = addresseesOf(staff, given)
  const lacking = neededBy(addressees.audience, staff).filter((field) => addressees[field] === null)
  if (lacking.length > 0) {
    throw invalid('Please say whom the message is for.', Object.fromEntries(lacking.map((field) => [field, [missing[field]]])))
  }
  const { batch_id: batchId } = addressees
  const refuse = (field: Field) => conflict(`no_${field.replace('_id', '')}`, unknown[field], { [field]: [unknown[field]] })
  if (batchId !== null) {
    await checkOwnBatch(db, staff, batchId)
    if (!(await row(db, lockBatchOfMessage, [batchId]))) throw refuse('batch_id')
  }
  for (const field of ['student_id', 'session_id', 'exercise_id'] as const) {
    const id = addressees[field]
    if (id !== null && !(await row(db, locks[field], [id, batchId]))) throw refuse(field)
  }
  return addressees
}
