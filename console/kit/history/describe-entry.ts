import { type AuditEntry, auditSubjects } from '#contract/platform/staff/audit.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { labelOfColumn, silentColumns } from './columns.ts'
import { describeExport, exportedFields } from './describe-export.ts'
import { masked, textOfValue, wordOf } from './values.ts'

type Entry = Pick<AuditEntry, 'subject' | 'subject_id' | 'name' | 'student' | 'operation' | 'changes' | 'names'>
type Actor = Pick<AuditEntry, 'actor_name' | 'actor_email' | 'actor_kind'>

/** Who did it. */
export const actorOf = ({ actor_name, actor_email, actor_kind }: Actor): string =>
  actor_name || actor_email || (actor_kind === 'operator' ? 'Operator' : 'Former member of staff')

/** The whole sentence: "Meera Kulkarni approved a payment of ₹5,000 by Asha Patil". */
export function sentenceOf(entry: Entry & Actor): string {
  const act = describeEntry(entry)
  return `${actorOf(entry)} ${act.charAt(0).toLowerCase()}${act.slice(1)}`
}

/** Describes an entry of the log in one sentence without its actor: "Approved a payment of ₹5,000 by Asha Patil". */
export function describeEntry(entry: Entry): string {
  return acts[entry.subject]?.(entry) ?? momentOf(entry) ?? changeOf(entry)
}

const isEmpty = (value: unknown) => value === null || value === undefined
const after = ({ changes }: Entry, name: string) => changes[name]?.after
const before = ({ changes }: Entry, name: string) => changes[name]?.before
/** Whether the entry gave a column its first value. */
const isSet = (entry: Entry, name: string) => !isEmpty(after(entry, name)) && isEmpty(before(entry, name))
const isCleared = (entry: Entry, name: string) => isEmpty(after(entry, name)) && !isEmpty(before(entry, name))

/** A value in words; null when the entry has none. */
const text = (entry: Entry, name: string, time: 'before' | 'after' = 'after'): string | null =>
  entry.names[name]?.[time] ?? textOfValue(entry.subject, name, maskedAsNothing(entry.changes[name]?.[time]))
const maskedAsNothing = (value: unknown) => (value === masked ? null : value)
/** The amount that an insert wrote, else the one in the name of the record. */
const amountOf = (entry: Entry): string | null => {
  const paise = after(entry, 'amount_paise')
  if (typeof paise === 'number') return formatPaise(paise)
  return /₹\d+(?:,\d+)*(?:\.\d\d)?/.exec(entry.name ?? '')?.[0] ?? null
}
const countOf = (count: unknown, one: string, many: string) => `${String(count)} ${count === 1 ? one : many}`
const leadOf = ({ name }: { name: string | null }) => (name ? `lead “${name}”` : 'a lead')
const quoted = (name: string | null | undefined, other: string) => (name ? `“${name}”` : other)
const studentOf = (entry: Entry) => entry.student ?? 'a student'
/** The name without the person, such as the batch of an enrolment. */
const restOfName = ({ name, student }: Entry): string | null =>
  name && student && name.startsWith(`${student}, `) ? name.slice(student.length + 2) : name

/** What an approval is about, inside a sentence. */
function subjectOfApproval(entry: Entry): string {
  const amount = amountOf(entry) ?? 'an amount'
  const what = restOfName(entry) ?? ''
  if (what.startsWith('refund')) return `a refund of ${amount} to ${studentOf(entry)}`
  if (what.startsWith('payment')) return `a payment of ${amount} by ${studentOf(entry)}`
  if (what.startsWith('link')) return `a payment link that gives ${entry.student ?? 'an address without an account'} ${amount}`
  return `a place without payment for ${studentOf(entry)}`
}

/** By which way money came: "by bank transfer, UTR-552-118". */
function wayOf(entry: Entry): string {
  const method = text(entry, 'method')
  const reference = text(entry, 'reference')
  const way = method === 'Cash' ? ' in cash' : method ? ` by ${inSentence(method)}` : ''
  return reference ? `${way}, ${reference}` : way
}

type Batch = readonly [name: string | null | undefined, id: unknown]

/** A move between two batches. Mostly they are of one course, so it is said once. */
function moveOf(entry: Entry, from: Batch, to: Batch): string {
  const [[course, day], [otherCourse, otherDay]] = [from, to].map(([name]) => name?.split(/, from (?=[^,]*$)/) ?? []) as [
    string[],
    string[],
  ]
  const begin = `Moved ${studentOf(entry)} from`
  if (!day || course !== otherCourse) return `${begin} ${quoted(from[0], 'a batch')} to ${quoted(to[0], 'another')}`
  return day === otherDay
    ? `${begin} batch ${String(from[1])} to batch ${String(to[1])} of ${day}, ${course}`
    : `${begin} the batch of ${day} to that of ${otherDay}, ${course}`
}

type Act = (entry: Entry) => string | null

/** Acts that have a word of their own, by table. Null leaves the entry to the general words. */
const acts: Readonly<Record<string, Act>> = {
  site_settings: (entry) => {
    const names = changedSettings(entry).map(({ label }) => label.toLowerCase())
    return names.length > 0 ? `Changed ${listOf(names)} in the settings` : 'Changed the settings'
  },
  approvals: (entry) => {
    const state = after(entry, 'state')
    if (entry.operation === 'insert')
      return state === 'waiting'
        ? `Asked for approval of ${subjectOfApproval(entry)}`
        : `Needed no second person for ${subjectOfApproval(entry)}`
    if (state === 'approved') return `Approved ${subjectOfApproval(entry)}`
    if (state === 'declined') return `Declined ${subjectOfApproval(entry)}`
    if (state === 'withdrawn') return `Withdrew the request for approval of ${subjectOfApproval(entry)}`
    return state === 'failed' ? `Approved ${subjectOfApproval(entry)}, which failed` : null
  },
  attendance_decisions: (entry) => {
    const status = text(entry, 'status')
    const place = restOfName(entry)
    if (status) return `Marked ${studentOf(entry)} as ${status.toLowerCase()}${place ? ` in ${place}` : ''}`
    return isCleared(entry, 'status') ? `Cleared the mark of ${studentOf(entry)}${place ? ` in ${place}` : ''}` : null
  },
  batch_cancellations: (entry) =>
    entry.operation === 'insert' ? `Cancelled batch ${quoted(entry.name, entry.subject_id)}` : null,
  class_sessions: (entry) => {
    if (entry.operation !== 'update' || isEmpty(after(entry, 'starts_at'))) return null
    const [klass = '', ...course] = nameOfClass(entry).split(', ')
    const move = `from ${text(entry, 'starts_at', 'before')} to ${text(entry, 'starts_at')}`
    // The name has the new day, which the end of the move says.
    return [`Moved ${klass.replace(/ on .*/, '')} ${move}`, ...course].join(', ')
  },
  enrolment_moves: (entry) => {
    if (entry.operation !== 'insert') return null
    const batch = (column: string) => [entry.names[column]?.after, after(entry, column)] as const
    return moveOf(entry, batch('from_batch_id'), batch('to_batch_id'))
  },
  enrolments: (entry) => {
    const batch = quoted(entry.names['batch_id']?.after ?? restOfName(entry), 'a batch')
    if (entry.operation === 'insert')
      return `Enrolled ${studentOf(entry)} in ${batch}${isEmpty(after(entry, 'payment_id')) ? ' without a payment' : ''}`
    if (isSet(entry, 'ended_at')) return `Ended the enrolment of ${studentOf(entry)} in ${batch}`
    if (!isEmpty(before(entry, 'batch_id')))
      return moveOf(
        entry,
        [entry.names['batch_id']?.before, before(entry, 'batch_id')],
        [entry.names['batch_id']?.after, after(entry, 'batch_id')],
      )
    return null
  },
  // Without a name the id is that of the message, not of the lead.
  lead_messages: (entry) => (entry.operation === 'insert' ? `Answered ${leadOf(entry)}` : null),
  lead_notes: (entry) => (entry.operation === 'insert' ? `Wrote a note about ${leadOf(entry)}` : null),
  leads: (entry) => {
    if (entry.operation !== 'update') return null
    const lead = quoted(entry.name, entry.subject_id)
    if (isSet(entry, 'closed_at')) return `Closed lead ${lead}`
    if (isCleared(entry, 'closed_at')) return `Opened lead ${lead} again`
    const owner = entry.names['owner_id']?.after
    return owner ? `Gave lead ${lead} to ${owner}` : null
  },
  list_exports: describeExport,
  messages: (entry) => {
    if (!isSet(entry, 'sent_at') || entry.operation !== 'update') return null
    const recipients = after(entry, 'recipients')
    return `Sent message ${quoted(entry.name, entry.subject_id)}${typeof recipients === 'number' ? ` to ${countOf(recipients, 'student', 'students')}` : ''}`
  },
  offline_payments: (entry) => {
    const amount = amountOf(entry) ?? 'a payment'
    const state = after(entry, 'state')
    if (entry.operation === 'insert') return `Took ${amount} from ${studentOf(entry)}${wayOf(entry)}`
    if (state === 'cleared') return `Received ${amount} from ${studentOf(entry)}`
    if (state === 'received') return `Took the cheque of ${studentOf(entry)}, ${amount}, to the bank`
    if (state === 'bounced') return `Recorded that the cheque of ${studentOf(entry)}, ${amount}, bounced`
    if (state === 'return_due') return `Did not accept ${amount} from ${studentOf(entry)}`
    if (state === 'returned') return `Gave ${amount} back to ${studentOf(entry)}`
    if (state === 'replaced') return `Recorded ${amount} of ${studentOf(entry)} again`
    return state === 'mistaken' ? `Closed the payment of ${amount} by ${studentOf(entry)} as a mistake` : null
  },
  payments: (entry) =>
    isSet(entry, 'reviewed_at') ? `Settled payment ${quoted(entry.name, entry.subject_id)} in the review` : null,
  purchase_requests: (entry) => {
    const state = after(entry, 'status')
    const kind = entry.name?.endsWith(', transfer') ? 'transfer' : entry.name?.endsWith(', refund') ? 'refund' : null
    const request = `the request of ${studentOf(entry)}${kind ? ` for a ${kind}` : ''}`
    if (state === 'approved') return `Approved ${request}`
    return state === 'declined' ? `Declined ${request}` : null
  },
  receipts: (entry) => (entry.operation === 'insert' ? `Issued receipt ${quoted(entry.name, entry.subject_id)}` : null),
  refund_notes: (entry) => (entry.operation === 'insert' ? `Issued refund note ${quoted(entry.name, entry.subject_id)}` : null),
  refunds: (entry) => {
    const amount = amountOf(entry) ?? 'a payment'
    // The money goes back later: by the provider, or by hand.
    if (entry.operation === 'insert') return `Decided a refund of ${amount} to ${studentOf(entry)}`
    return isSet(entry, 'paid_on') ? `Paid ${amount} back to ${studentOf(entry)}${wayOf(entry)}` : null
  },
  school_opening: (entry) =>
    isSet(entry, 'opened_at')
      ? 'Opened the school'
      : isSet(entry, 'policies_read_at')
        ? 'Had the policies read by a lawyer'
        : null,
  sessions: (entry) => (isSet(entry, 'revoked_at') ? `Logged ${studentOf(entry)} out on a device` : null),
  setup_links: (entry) =>
    isSet(entry, 'used_at')
      ? 'Made the account of the first owner'
      : 'token_hash' in entry.changes
        ? 'Printed a link to open the school'
        : null,
  staff_acts: (entry) => {
    const act = after(entry, 'act')
    if (act === 'document_sent') return `Sent document ${quoted(entry.name ?? text(entry, 'subject'), entry.subject_id)} again`
    if (act === 'mail_retried') return 'Tried a failed mail again'
    if (act === 'job_retried') return 'Tried failed work again'
    if (act === 'school_exported') return 'Took the whole school as an archive'
    return act === 'ledger_compared' ? 'Compared the books' : null
  },
  staff_invitations: (entry) => (entry.operation === 'insert' ? `Invited ${entry.name ?? 'a member of staff'}` : null),
  arrivals: (entry) => {
    const file = quoted(entry.name ?? text(entry, 'file_name'), entry.subject_id)
    if (entry.operation === 'insert') return `Checked the file ${file} of another system`
    if (isSet(entry, 'ran_at')) return `Ran the file ${file} of another system`
    if (after(entry, 'state') === 'undoing') return `Undid the file ${file} of another system`
    return after(entry, 'state') === 'undone'
      ? `The undo of ${file} was over`
      : after(entry, 'state') === 'done'
        ? `The run of ${file} was over`
        : null
  },
  student_exports: (entry) => (entry.operation === 'insert' ? `Saved the data of ${studentOf(entry)} as a file` : null),
  student_imports: (entry) => {
    const file = quoted(entry.name ?? text(entry, 'file_name'), entry.subject_id)
    if (entry.operation === 'insert') return `Checked the file ${file} of students`
    if (isSet(entry, 'ran_at')) return `Imported the students of ${file}`
    if (isSet(entry, 'undone_at')) return `Undid the import of ${file}`
    if (isSet(entry, 'asked_at')) return `Asked a second person to import ${file}`
    if (isSet(entry, 'decided_at')) return `Declined to import ${file}`
    if (after(entry, 'state') === 'checked') return `Withdrew the import of ${file}`
    return 'hash' in entry.changes ? `Checked the file ${file} again` : null
  },
  student_notes: (entry) => (entry.operation === 'insert' ? `Wrote a note about ${studentOf(entry)}` : null),
}

/** A class inside a sentence: class 2 on 9 Feb 2027, Full Stack. */
const nameOfClass = ({ name, subject_id: id }: Entry) =>
  name ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : `class ${id}`

/** Columns whose first value is an act of its own, in the order in which they decide. */
const moments: readonly (readonly [column: string, done: string, undone: string])[] = [
  ['erased_at', 'Erased', 'Changed'],
  ['cancelled_at', 'Cancelled', 'Took back the cancellation of'],
  ['disabled_at', 'Disabled', 'Enabled'],
  ['ended_at', 'Ended', 'Began again'],
  ['dismissed_at', 'Dismissed', 'Opened again'],
  ['sent_at', 'Sent', 'Changed'],
  ['ran_at', 'Ran', 'Changed'],
]
const publications: Readonly<Record<string, string>> = {
  published: 'Published',
  archived: 'Archived',
  draft: 'Took back to draft',
}

/** An act by the moment that it set, or by the state. */
function momentOf(entry: Entry): string | null {
  if (entry.operation !== 'update') return null
  for (const [column, done, undone] of moments) {
    if (isSet(entry, column)) return `${done} ${subjectOf(entry)}`
    if (isCleared(entry, column)) return `${undone} ${subjectOf(entry)}`
  }
  const publication = after(entry, 'publication')
  if (typeof publication === 'string') return `${publications[publication] ?? 'Changed'} ${subjectOf(entry)}`
  for (const column of ['state', 'status', 'disposition']) {
    const state = after(entry, column)
    if (state === 'cancelled') return `Cancelled ${subjectOf(entry)}`
    if (typeof state === 'string') return `Set ${subjectOf(entry)} to “${wordOf(entry.subject, column, state)}”`
  }
  return null
}

function changeOf(entry: Entry): string {
  if (entry.operation === 'insert') return `Added ${subjectOf(entry)}`
  if (entry.operation === 'delete') return `Removed ${subjectOf(entry)}`
  const columns = Object.keys(entry.changes).filter((name) => isShown(entry, name))
  if (columns.length === 0) return `Changed ${subjectOf(entry)}`
  return `Changed ${listOf(columns.map((name) => inSentence(labelOfColumn(entry.subject, name))))} of ${subjectOf(entry)}`
}

function subjectOf(entry: Entry): string {
  const label = inSentence(auditSubjects[entry.subject] ?? entry.subject)
  // A record that is gone says its name in what was removed.
  const name = entry.name ?? text(entry, 'title', 'before') ?? text(entry, 'name', 'before')
  return `${label} ${quoted(name, entry.subject_id)}`
}

/** A label inside a sentence: `e-mail`, but `GSTIN`. */
const inSentence = (label: string) =>
  label === label.toUpperCase() ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`

/** The first role of a member of staff is one of the roles. */
const isShown = ({ changes }: Entry, name: string) => !silentColumns.has(name) && !(name === 'role' && 'roles' in changes)

/** Names up to three columns. */
function listOf(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

export interface ChangedField {
  name: string
  label: string
  before: unknown
  after: unknown
}

/** The fields that an entry changed, in words where a value has one. Masked values stay masked. */
export function changedFields(entry: Entry): ChangedField[] {
  if (entry.subject === 'site_settings') return changedSettings(entry)
  if (entry.subject === 'list_exports') return exportedFields(entry)
  return Object.entries(entry.changes)
    .filter(([name, change]) => isShown(entry, name) && !(isEmpty(change.before) && isEmpty(change.after)))
    .map(([name, change]) => ({
      name,
      label: labelOfColumn(entry.subject, name),
      before: text(entry, name, 'before') ?? change.before,
      after: text(entry, name, 'after') ?? change.after,
    }))
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))
}

/** Fields that say most stand first; the database has no order of its own. */
const firstFields = [
  'user_id',
  'amount_paise',
  'method',
  'reference',
  'state',
  'status',
  'reason',
  'answer',
  'from_batch_id',
  'to_batch_id',
  'course_id',
  'batch_id',
  'payment_id',
  'starts_at',
  'ends_at',
  'moved_from',
  'received_on',
  'received_by',
]
const placeOf = (name: string) => (firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length)

/** What a transaction did to one record, and the entries that say so. */
export interface RecordChange extends AuditEntry {
  stored: readonly AuditEntry[]
}

/** Joins the entries of one record: what was there before the first, and is there after the last. */
export function joinEntries(entries: readonly AuditEntry[]): RecordChange[] {
  const records = new Map<string, RecordChange>()
  for (const entry of entries) {
    const key = `${entry.subject} ${entry.subject_id}`
    const first = records.get(key)
    records.set(key, first ? joinWith(first, entry) : { ...entry, stored: [entry] })
  }
  return [...records.values()]
}

function joinWith(first: RecordChange, entry: AuditEntry): RecordChange {
  const changes = { ...first.changes }
  const names = { ...first.names }
  for (const [name, { after: value, before: was }] of Object.entries(entry.changes)) {
    changes[name] = { before: changes[name] ? changes[name].before : was, after: value }
    const named = entry.names[name]
    if (named || names[name]) names[name] = { before: (names[name] ?? named)?.before ?? null, after: named?.after ?? null }
  }
  return { ...first, changes, names, stored: [...first.stored, entry] }
}

/** The settings are one value; these are the ones that differ. */
function changedSettings(entry: Entry): ChangedField[] {
  const [from, to] = [before(entry, 'settings'), after(entry, 'settings')].map(asObject)
  return Object.keys({ ...from, ...to })
    .filter((name) => JSON.stringify(from?.[name]) !== JSON.stringify(to?.[name]))
    .map((name) => ({
      name,
      label: labelOfColumn('site_settings', name),
      before: textOfValue('site_settings', name, from?.[name]) ?? from?.[name],
      after: textOfValue('site_settings', name, to?.[name]) ?? to?.[name],
    }))
}
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
