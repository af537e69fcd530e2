import type { ParsedOf } from '#contract/endpoint.ts'
import type { makeUpClass as contract, SessionOutcome, SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import { previewable } from '#server/platform/audit/previewable.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, type HttpError } from '#server/platform/errors/errors.ts'
import { timingOf } from './class-timing.ts'
import { lockBatchForClasses } from './lock-batch.ts'
import { changeAndNotify } from './change-and-notify.ts'
import { sessionRecords } from './session-records.ts'

const insertExtraSession = statement<{ id: number }>(
  'insert_extra_session',
  `insert into class_sessions (batch_id, starts_at, ends_at, topic, module, notes, prepare, classroom_url, makes_up_for,
     classroom_provider, edited, extra, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, true, app_now()) returning id`,
)
const cancelledClass = statement<Pick<SessionRecord, 'topic' | 'module' | 'notes' | 'prepare'>>(
  'cancelled_class',
  `select topic, module, notes, prepare from class_sessions where batch_id = $1 and id = $2 and state = 'cancelled'`,
)

type NewClass = ParsedOf<typeof contract>['body']

/**
 * Adds a class to a batch. The pattern does not count it.
 * @throws HttpError 400 for a time in the past; 404; 409 when the batch is cancelled, another class is at that time, or the class
 * that it makes up for is not cancelled or is made up for
 */
export async function makeUpClass(
  deps: Deps,
  staff: Staff,
  { batchId, preview, body }: { batchId: number; preview: boolean; body: NewClass },
): Promise<SessionOutcome> {
  return previewable(deps, staff, preview, async (tx) => {
    await lockBatchForClasses(tx, batchId)
    return changeAndNotify(deps, tx, batchId, null, () => insertClass(tx, batchId, body))
  })
}

/** The same as a record of the resource. */
export async function createSession(
  deps: Deps,
  staff: Staff,
  { body: { batch_id, ...body } }: { body: ParsedOf<(typeof sessions)['endpoints']['create']>['body'] },
): Promise<SessionRecord> {
  return (await makeUpClass(deps, staff, { batchId: batch_id, preview: false, body })).session
}

/** Inserts a class in an open transaction that holds the lock of the batch. @throws HttpError as `makeUpClass` */
export async function insertClass(tx: Queryable, batchId: number, body: NewClass): Promise<SessionRecord> {
  const { starts_at, ends_at } = await timingOf(tx, body)
  const { makes_up_for = null, ...words } = body
  const cancelled = makes_up_for === null ? undefined : await row(tx, cancelledClass, [batchId, makes_up_for])
  if (makes_up_for !== null && !cancelled) {
    throw conflict('class_not_cancelled', 'Only a cancelled class of this batch can be made up for.')
  }
  const {
    topic = '',
    module = '',
    notes = '',
    prepare = '',
    classroom_url = null,
    classroom_provider = null,
  } = { ...cancelled, ...words }
  const values = [batchId, starts_at, ends_at, topic, module, notes, prepare, classroom_url, makes_up_for, classroom_provider]
  const { id } = await one(tx, insertExtraSession, values).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
  return sessionRecords.find(tx, id)
}

function refusalOf(error: unknown): HttpError | undefined {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  const overlaps = 'Another class of this batch is at that time.'
  if (constraint === 'sessions_never_overlap') return conflict('class_overlaps', overlaps, { starts_at: [overlaps] })
  if (constraint === 'one_make_up_of_a_class') return conflict('class_made_up', 'This class is made up for already.')
  return undefined
}
