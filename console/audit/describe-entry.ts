import { type AuditEntry, auditSubjects } from '#contract/staff/audit.ts'

type Changes = AuditEntry['changes']

/** A value that is there now and was not before. */
const isSet = (changes: Changes, name: string) => changes[name] !== undefined && isEmpty(changes[name].before)
/** A value that was there before and is not now. */
const isCleared = (changes: Changes, name: string) => changes[name] !== undefined && isEmpty(changes[name].after)
const isEmpty = (value: unknown) => value === null || value === undefined

/** Columns whose first value is an act of its own, in the order in which they decide. */
const moments: readonly (readonly [column: string, done: string, undone: string])[] = [
  ['erased_at', 'Erased', 'Changed'],
  ['cancelled_at', 'Cancelled', 'Took back the cancellation of'],
  ['disabled_at', 'Disabled', 'Enabled'],
  ['ended_at', 'Ended', 'Began again'],
  ['dismissed_at', 'Dismissed', 'Opened again'],
  ['sent_at', 'Sent', 'Changed'],
  ['ran_at', 'Ran', 'Changed'],
  ['moved_from', 'Moved', 'Moved back'],
]
const statuses = ['publication', 'state', 'status'] as const
/** Columns that change with every act and say nothing about it. */
export const silentColumns = new Set(['version', 'updated_at', 'sequence', 'row_version', 'key', 'idempotency_key', 'call_hash'])

/**
 * Describes an entry of the log in one sentence without its actor: "Cancelled the batch Full Stack, from 2 Feb 2027".
 * @param entry its `name` may be null, then its number stands there
 */
export function describeEntry(entry: Pick<AuditEntry, 'subject' | 'subject_id' | 'name' | 'operation' | 'changes'>): string {
  if (entry.subject === 'site_settings') return 'Changed the settings'
  return `${actOf(entry)} ${subjectOf(entry)}`
}

function subjectOf({ subject, subject_id: id, name }: Pick<AuditEntry, 'subject' | 'subject_id' | 'name'>): string {
  const label = (auditSubjects[subject] ?? subject).toLowerCase()
  return name === null ? `${label} ${id}` : `${label} “${name}”`
}

function actOf({ subject, operation, changes }: Pick<AuditEntry, 'subject' | 'operation' | 'changes'>): string {
  if (subject === 'approvals' && operation === 'insert') return changes['state']?.after === 'waiting' ? 'Asked for' : 'Needed no'
  if (operation === 'insert') return 'Added'
  if (operation === 'delete') return 'Removed'
  for (const [column, done, undone] of moments) {
    if (isSet(changes, column)) return done
    if (isCleared(changes, column)) return undone
  }
  const status = statuses.find((name) => typeof changes[name]?.after === 'string')
  if (status) return `Set to ${wordsOf(changes[status]?.after as string)}:`
  const columns = Object.keys(changes).filter((name) => !silentColumns.has(name))
  if (columns.length === 0) return 'Changed'
  return `Changed ${listOf(columns.map(wordsOf))} of`
}

/** Names up to three columns. */
function listOf(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

/** The name of a column in words. */
export const wordsOf = (name: string) => name.replace(/_(?:id|paise|at)$/, '').replaceAll('_', ' ')
