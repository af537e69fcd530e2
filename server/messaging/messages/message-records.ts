import { type MessageInput, type MessageRecord, messages } from '#contract/messaging/staff/messages.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { BodyOf, Target } from '#server/platform/http/resource.ts'
import { equals } from '#server/platform/records/filters.ts'
import { isWithdrawn } from '#server/messaging/mail/is-withdrawn.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { checkAddressees } from './check-addressees.ts'
import { choosePictures, picturePath } from './choose-pictures.ts'
import { isBound } from './own-batch.ts'

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
    left join batches b on b.id = r.batch_id
    left join courses c on c.id = b.course_id
    left join instructors i on i.id = b.instructor_id
    left join users u on u.id = r.student_id
    left join class_sessions k on k.id = r.session_id
    left join exercises x on x.id = r.exercise_id
    join staff a on a.id = r.author_id
    left join staff s on s.id = r.sent_by_id`,
  select: {
    course: 'c.title',
    batch_type: 'b.batch_type',
    starts_at: isoInstant('b.starts_at'),
    student: 'u.full_name',
    student_id: 'r.student_id::float8',
    session_starts_at: isoInstant('k.starts_at'),
    exercise: 'x.title',
    pictures: `array(select ${picturePath('p')} from media p where p.id = any (r.picture_ids) order by array_position(r.picture_ids, p.id))`,
    state,
    author: 'a.name',
    created_at: isoInstant('r.created_at'),
    sent_at: isoInstant('r.sent_at'),
    sent_by: 's.name',
  },
  writes: ['audience', 'batch_id', 'student_id', 'session_id', 'exercise_id', 'subject', 'body', 'picture_ids', 'stays_in_room'],
  search: `concat_ws(' ', r.subject, r.body, c.title, u.full_name)`,
  filters: {
    batch: equals('integer', 'r.batch_id'),
    student: equals('bigint', 'r.student_id'),
    state: equals('text', `(${state})`),
  },
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
  `select m.id from messages m, jsonb_populate_record(null::messages, $2::jsonb) n
   where m.author_id = $1 and m.sent_at is null
     and (m.audience, m.subject, m.body, m.picture_ids, m.stays_in_room) = (n.audience, n.subject, n.body, n.picture_ids, n.stays_in_room)
     and (m.batch_id, m.student_id, m.session_id, m.exercise_id)
       is not distinct from (n.batch_id, n.student_id, n.session_id, n.exercise_id) limit 1`,
)
const insertDraft = statement<{ id: number }>(
  'insert_draft',
  `insert into messages (audience, batch_id, student_id, session_id, exercise_id, subject, body, picture_ids, stays_in_room, author_id, created_at)
   select n.audience, n.batch_id, n.student_id, n.session_id, n.exercise_id, n.subject, n.body, n.picture_ids, n.stays_in_room, $1, app_now()
   from jsonb_populate_record(null::messages, $2::jsonb) n returning id`,
)
const deleteDraft = statement<{ id: number }>(
  'delete_draft',
  `delete from messages where id = $1 and version = any ($2::integer[]) and sent_at is null returning id`,
)

/** The columns of a message. Only one to a whole batch stays in its room. @throws HttpError as `checkAddressees` and `choosePictures` */
async function columnsOf(tx: Queryable, staff: Staff, given: Partial<MessageInput>): Promise<Record<string, unknown>> {
  const addressees = await checkAddressees(tx, staff, given)
  const { subject, body, pictures = [], stays_in_room: staysInRoom = false } = given
  return {
    ...addressees,
    subject,
    body,
    picture_ids: await choosePictures(tx, pictures),
    stays_in_room: staysInRoom && addressees.audience === 'batch',
  }
}

/**
 * Makes a draft. The same words by the same person for the same students are one draft, so a repeated call answers the first.
 * @throws HttpError 400 when it does not say whom it is for; 404 for an instructor who does not teach the batch; 409 for a batch,
 * student, class or exercise that does not exist
 */
export async function createMessage(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof messages, 'create'> },
): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const values = [staff.id, JSON.stringify(await columnsOf(tx, staff, body))]
    await rows(tx, lockAuthor, [staff.id])
    const made = (await row(tx, sameDraft, values)) ?? (await one(tx, insertDraft, values))
    return messageRecords.find(tx, made.id, staff)
  })
}

/** @throws HttpError 404; 400 and 409 as `createMessage`, and 409 for a sent message; StaleVersion */
export async function changeMessage(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof messages, 'change'> },
): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const now = await messageRecords.find(tx, target.id, staff, 'messages:write')
    if (now.sent_at !== null) throw conflict(isSent.code, isSent.message)
    // What somebody else has changed is said before what the change lacks.
    if (!target.versions.includes(now.version)) throw new StaleVersion(now)
    const columns = await columnsOf(tx, staff, { ...now, ...body })
    return messageRecords.update(tx, target, columns, staff)
  })
}

const isForAll = { code: 'not_for_all', message: 'Only a message that was sent to a whole batch stays in its room.' }

/** Keeps a sent message in the room, or takes it out. @throws HttpError 404; 409 for a message to a part of a batch; StaleVersion */
const settingRoom =
  (staysInRoom: boolean) =>
  async (deps: Deps, staff: Staff, target: Target): Promise<MessageRecord> =>
    staffTransaction(deps, staff, async (tx) => {
      const { audience, sent_at: sentAt } = await messageRecords.find(tx, target.id, staff, 'messages:write')
      if (audience !== 'batch' || sentAt === null) throw conflict(isForAll.code, isForAll.message)
      return messageRecords.update(tx, target, { stays_in_room: staysInRoom }, staff)
    })
export const showInRoom = settingRoom(true)
export const hideFromRoom = settingRoom(false)

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
