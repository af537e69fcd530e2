import type { ParsedOf } from '#contract/endpoint.ts'
import type { makeUpClass as contract, SessionOutcome, SessionRecord, sessions } from '#contract/classes/staff/sessions.ts'
import { previewable } from '#server/platform/audit/previewable.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { timingOf } from './class-timing.ts'
import { lockBatchForClasses } from './lock-batch.ts'
import { changeAndNotify } from './change-and-notify.ts'
import { sessionRecords } from './session-records.ts'

const insertExtraSession = statement<{ id: number }>(
  'insert_extra_session',
  `insert into class_sessions (batch_id, starts_at, ends_at, topic, module, notes, prepare, classroom_url, edited, extra)
   values ($1, $2, $3, $4, $5, $6, $7, $8, true, true) returning id`,
)

type NewClass = ParsedOf<typeof contract>['body']

/**
 * Adds a class to a batch. The pattern does not count it.
 * @throws HttpError 400 for a time in the past; 404; 409 when the batch is cancelled or another class is at that time
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

async function insertClass(tx: Queryable, batchId: number, body: NewClass): Promise<SessionRecord> {
  const { starts_at, ends_at } = await timingOf(tx, body)
  const { topic = '', module = '', notes = '', prepare = '', classroom_url = null } = body
  const values = [batchId, starts_at, ends_at, topic, module, notes, prepare, classroom_url]
  const { id } = await one(tx, insertExtraSession, values).catch((error: unknown) => {
    const message = 'Another class of this batch is at that time.'
    throw isOverlap(error) ? conflict('class_overlaps', message, { starts_at: [message] }) : error
  })
  return sessionRecords.find(tx, id)
}

function isOverlap(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'sessions_never_overlap'
}
