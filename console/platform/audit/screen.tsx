import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import {
  audit,
  type AuditEntry,
  auditSubjects,
  type AuditTransaction,
  auditTransaction,
  listAuditTransactions,
  readAuditTransaction,
} from '#contract/platform/staff/audit.ts'
import { call } from '#console/kit/api/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { paymentReference, staffReference, studentReference } from '#console/kit/fields/references.ts'
import { actorOf, describeEntry, joinEntries, type RecordChange, sentenceOf } from '#console/kit/history/describe-entry.ts'
import { EntryChanges } from '#console/kit/history/entry-changes.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'

const subjects = Object.entries(auditSubjects)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Screens of tables whose rows are records of their own, by table. */
const screens: Readonly<Record<string, string>> = {
  approvals: '/approvals',
  batches: '/batches',
  blogs: '/blogs',
  code_reviews: '/code-reviews',
  companies: '/companies',
  courses: '/courses',
  holidays: '/holidays',
  instructors: '/instructors',
  leads: '/leads',
  media: '/media',
  messages: '/messages',
  offline_payments: '/offline-payments',
  payment_orders: '/orders',
  payments: '/payments',
  policy_versions: '/policies',
  projects: '/projects',
  purchase_requests: '/requests',
  refunds: '/refunds',
  disputes: '/disputes',
  reply_templates: '/reply-templates',
  staff: '/staff',
  arrivals: '/arrivals',
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

/** The list has one line for each transaction. The file has a row for each entry. */
const resource = {
  ...audit,
  record: auditTransaction,
  endpoints: { ...audit.endpoints, list: listAuditTransactions },
}

export const screen = defineScreen({
  resource,
  title: 'Audit',
  one: 'change',
  labels: {
    at: 'When',
    actor: 'Member of staff',
    actor_name: 'Who',
    subject: 'What',
    subject_id: 'Number',
    student: 'Student',
    payment: 'Payment',
    operation: 'What was done',
    name: 'Name',
    changes: 'Fields',
    from: 'From day',
    to: 'To day',
  },
  nameOf: sentenceOf,
  columns: [
    { name: 'operation', show: (one) => <Sentence transaction={one} /> },
    { name: 'actor_name', width: '12rem', show: actorOf },
    { name: 'at', width: '13rem', show: ({ at }) => formatMoment(at) },
  ],
  filters: [
    { name: 'actor', kind: 'reference', to: staffReference, permission: 'staff:read' },
    { name: 'student', kind: 'reference', to: studentReference, permission: 'students:read' },
    { name: 'payment', kind: 'reference', to: paymentReference, permission: 'payments:read' },
    { name: 'subject', kind: 'choice', choices: subjects },
    { name: 'subject_id', kind: 'text' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  views: [{ name: 'Downloads', filters: { subject: 'list_exports' }, empty: 'Nobody has downloaded a list.' }],
  empty: 'Every change by staff is written down here.',
  Panel: Change,
})

/** What was done, and to how many other records. */
function Sentence({ transaction }: { transaction: AuditTransaction }) {
  const others = transaction.records - 1
  return (
    <>
      {describeEntry(transaction)}
      {others > 0 ? <span className="figures font-normal text-muted"> and {others} more</span> : null}
    </>
  )
}

/** Who, when, and all that was written in the same transaction. */
function Change({ record }: { record: AuditEntry }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [audit.name, 'transaction', record.id],
    queryFn: () => call(readAuditTransaction, { params: { id: record.id } }),
  })
  const records = joinEntries(data?.items ?? [])
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
      {isPending ? (
        <SkeletonLines lines={3} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : records[0] && records.length === 1 ? (
        <Fields entry={records[0]} />
      ) : (
        <section aria-label="Records" className="grid gap-2">
          <p className="text-muted">
            {data.items.length < data.total
              ? `The first ${data.items.length} of ${data.total.toLocaleString('en-IN')} changes, made at once.`
              : `${records.length} records, changed at once.`}
          </p>
          <ul className="divide-y divide-line border-y border-line">
            {records.map((entry) => (
              <li key={entry.id}>
                <details open={entry.stored.some(({ id }) => id === record.id)} className="group">
                  <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 py-2 font-semibold -outline-offset-2 hover:text-accent touch:min-h-11">
                    <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted group-open:rotate-90" />
                    <span className="min-w-0 break-words">{describeEntry(entry)}</span>
                  </summary>
                  <div className="pb-4 pl-6">
                    <Fields entry={entry} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** What changed, and the way to the record. */
function Fields({ entry }: { entry: RecordChange }) {
  const path = pathOf(entry)
  return (
    <div className="grid gap-4">
      <EntryChanges entry={entry} />
      {path ? (
        <div>
          <ButtonLink to={path}>Open the record</ButtonLink>
        </div>
      ) : null}
    </div>
  )
}
