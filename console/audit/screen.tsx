import { audit, type AuditEntry } from '#contract/staff/audit.ts'
import { formatMoment } from '../parts/time.ts'
import { Diff } from '../resource/diff.tsx'
import { defineScreen } from '../resource/screen.ts'

const did = { insert: 'Made', update: 'Changed', delete: 'Removed' } as const
const actorOf = ({ actor_name, actor_email, actor_kind }: AuditEntry) =>
  actor_name || actor_email || (actor_kind === 'operator' ? 'Operator' : 'Former member of staff')
const subjectOf = ({ subject, subject_id }: AuditEntry) => `${subject.replaceAll('_', ' ')} ${subject_id}`
const nameOf = (entry: AuditEntry) => `${did[entry.operation]} ${subjectOf(entry)}`

export const screen = defineScreen({
  resource: audit,
  title: 'Audit',
  one: 'entry',
  labels: {
    at: 'When',
    actor: 'Number of the person',
    actor_name: 'Who',
    subject: 'What',
    subject_id: 'Number',
    operation: 'Did',
    changes: 'Fields',
    from: 'From day',
    to: 'To day',
  },
  nameOf,
  columns: [
    { name: 'operation', show: nameOf },
    { name: 'actor_name', show: actorOf },
    { name: 'at', show: ({ at }) => formatMoment(at) },
    { name: 'changes', show: ({ changes }) => Object.keys(changes).join(', ').replaceAll('_', ' ') },
  ],
  filters: [
    { name: 'actor', kind: 'text' },
    { name: 'subject', kind: 'text' },
    { name: 'subject_id', kind: 'text' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Every change by staff is written down here.',
  Panel: Entry,
})

/** Who, when, and each changed field before and after. */
function Entry({ record }: { record: AuditEntry }) {
  const changes = Object.entries(record.changes).map(([name, { before, after }]) => ({
    name,
    label: name.replaceAll('_', ' '),
    before,
    after,
  }))
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-xs font-semibold text-muted">Who</dt>
          <dd className="mt-0.5 break-words">{actorOf(record)}</dd>
          {record.actor_name && record.actor_email ? (
            <dd className="text-xs break-words text-muted">{record.actor_email}</dd>
          ) : null}
        </div>
        <div>
          <dt className="text-xs font-semibold text-muted">When</dt>
          <dd className="mt-0.5">{formatMoment(record.at)}</dd>
        </div>
      </dl>
      <Diff changes={changes} />
    </div>
  )
}
