import { type MessageRecord, messages } from '#contract/messaging/staff/messages.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { BodyOf, Target } from '#server/platform/http/resource.ts'
import { equals } from '#server/platform/records/filters.ts'
import { isWithdrawn } from '#server/messaging/mail/is-withdrawn.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { checkOwnBatch, isBound } from './own-batch.ts'

const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Whether the message has an unsent mail `x` of a condition. The others are those of the partial index. */
const hasUnsent = (condition: string) => `exists (select from mail_outbox x where x.sent_at is null and x.cause like 'message:%'
  and x.cause ~>=~ ('message:' || r.id || ':') and x.cause ~<~ ('message:' || r.id || ';') and ${condition}
  and x.to_address not like '%@erased.invalid')`
const state = `case when r.sent_at is null then 'draft' when ${hasUnsent('x.given_up_at is null')} then 'sending'
  when ${hasUnsent(`x.given_up_at is not null and (${isWithdrawn('x')}) is not true`)} then 'undelivered' else 'sent' end`

export const isSent = { code: 'sent', message: 'This message is sent. It can not be changed any more.' }

export const messageRecords = staffRecords(messages, {
  name: 'messages_for_staff',
  table: 'messages',
  from: `messages r
    join batches b on b.id = r.batch_id
    join courses c on c.id = b.course_id
    join instructors i on i.id = b.instructor_id
    join staff a on a.id = r.author_id
    left join staff s on s.id = r.sent_by_id`,
  select: {
    course: 'c.title',
    batch_type: 'b.batch_type',
    starts_at: at('b.starts_at'),
    state,
    author: 'a.name',
    created_at: at('r.created_at'),
    sent_at: at('r.sent_at'),
    sent_by: 's.name',
  },
  writes: ['batch_id', 'subject', 'body'],
  search: `r.subject || ' ' || r.body || ' ' || c.title`,
  filters: { batch: equals('integer', 'r.batch_id'), state: equals('text', `(${state})`) },
  sorts: {
    id: { type: 'integer', sql: 'r.id' },
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
  },
  conflicts: {
    messages_batch_id_fkey: { code: 'no_batch', field: 'batch_id', message: 'This batch does not exist.' },
    messages_sent_stay: isSent,
  },
  own: { sql: (own) => `r.author_id = ${own} and i.staff_id = ${own}`, of: (staff) => (isBound(staff) ? staff.id : null) },
})

// A repeated call waits here, and then finds the draft of the first.
const lockAuthor = statement('lock_author', `select 1 from staff where id = $1 for no key update`)
const sameDraft = statement<{ id: number }>(
  'same_draft',
  `select id from messages where author_id = $4 and batch_id = $1 and subject = $2 and body = $3 and sent_at is null limit 1`,
)
const insertDraft = statement<{ id: number }>(
  'insert_draft',
  `insert into messages (batch_id, subject, body, author_id, created_at)
   select id, $2, $3, $4, app_now() from batches where id = $1 returning id`,
)
const deleteDraft = statement<{ id: number }>(
  'delete_draft',
  `delete from messages where id = $1 and version = any ($2::integer[]) and sent_at is null returning id`,
)

/**
 * Makes a draft. The same words by the same person for the same batch are one draft, so a repeated call answers the first.
 * @throws HttpError 404 for an instructor who does not teach the batch; 409 for a batch that does not exist
 */
export async function createMessage(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof messages, 'create'> },
): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await checkOwnBatch(tx, staff, body.batch_id)
    const message = 'This batch does not exist.'
    const values = [body.batch_id, body.subject, body.body, staff.id]
    await rows(tx, lockAuthor, [staff.id])
    const made = (await row(tx, sameDraft, values)) ?? (await row(tx, insertDraft, values))
    if (!made) throw conflict('no_batch', message, { batch_id: [message] })
    return messageRecords.find(tx, made.id, staff)
  })
}

/** @throws HttpError 404; 409 for a sent message or a batch that does not exist; StaleVersion */
export async function changeMessage(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof messages, 'change'> },
): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    if (body.batch_id !== undefined) await checkOwnBatch(tx, staff, body.batch_id)
    return messageRecords.update(tx, target, body, staff)
  })
}

/** @throws HttpError 404, 409 for a sent message; StaleVersion */
export async function removeMessage(deps: Deps, staff: Staff, { id, versions }: Target): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const record = await messageRecords.find(tx, id, staff)
    if (record.sent_at !== null) throw conflict(isSent.code, isSent.message)
    if (!(await row(tx, deleteDraft, [id, versions]))) throw new StaleVersion(record)
    return record
  })
}

const senderOfStaff = statement<{ name: string; email: string }>('sender_of_staff', `select name, email from staff where id = $1`)

/** The person who writes, as mails name them. */
export async function senderOf(deps: { db: Queryable }, staff: Staff): Promise<{ name: string; email: string }> {
  return one(deps.db, senderOfStaff, [staff.id])
}
