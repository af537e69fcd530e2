import { audit, type AuditEntry, auditSubjects } from '#contract/staff/audit.ts'
import { ButtonLink } from '../parts/button.tsx'
import { formatMoment } from '../parts/time.ts'
import { Diff } from '../resource/diff.tsx'
import { staffReference } from '../fields/references.ts'
import { defineScreen } from '../resource/screen.ts'
import { describeEntry } from './describe-entry.ts'

const actorOf = ({ actor_name, actor_email, actor_kind }: AuditEntry) =>
  actor_name || actor_email || (actor_kind === 'operator' ? 'Operator' : 'Former member of staff')
const subjects = Object.entries(auditSubjects)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Screens of tables whose rows are records of their own, by table. */
const screens: Readonly<Record<string, string>> = {
  batches: '/batches',
  blogs: '/blogs',
  companies: '/companies',
  courses: '/courses',
  holidays: '/holidays',
  instructors: '/instructors',
  leads: '/leads',
  media: '/media',
  payment_orders: '/orders',
  payments: '/payments',
  policy_versions: '/policies',
  projects: '/projects',
  purchase_requests: '/requests',
  disputes: '/disputes',
  reply_templates: '/reply-templates',
  staff: '/staff',
  student_imports: '/imports',
  testimonials: '/testimonials',
  users: '/students',
}

/** Returns the address of the changed record; null where it has none. */
function pathOf({ subject, subject_id, operation }: AuditEntry): string | null {
  if (subject === 'site_settings') return '/settings'
  const screen = screens[subject]
  return screen === undefined || operation === 'delete' ? null : `${screen}/${subject_id}`
}

export const screen = defineScreen({
  resource: audit,
  title: 'Audit',
  one: 'entry',
  labels: {
    at: 'When',
    actor: 'Member of staff',
    actor_name: 'Who',
    subject: 'What',
    subject_id: 'Number',
    operation: 'Did',
    name: 'Name',
    changes: 'Fields',
    from: 'From day',
    to: 'To day',
  },
  nameOf: describeEntry,
  columns: [
    { name: 'operation', show: describeEntry },
    { name: 'actor_name', show: actorOf },
    { name: 'at', show: ({ at }) => formatMoment(at) },
  ],
  filters: [
    { name: 'actor', kind: 'reference', to: staffReference, permission: 'staff:read' },
    { name: 'subject', kind: 'choice', choices: subjects },
    { name: 'subject_id', kind: 'text' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Every change by staff is written down here.',
  Panel: Entry,
})

/** Who, when, and each changed field before and after. */
function Entry({ record }: { record: AuditEntry }) {
  const path = pathOf(record)
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
      {path ? (
        <div>
          <ButtonLink to={path}>Open the record</ButtonLink>
        </div>
      ) : null}
    </div>
  )
}
