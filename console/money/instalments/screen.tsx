import { useQuery } from '@tanstack/react-query'
import {
  instalmentAgeNames,
  instalmentAges,
  instalments,
  instalmentStateNames,
  readOwed,
} from '#contract/money/staff/instalments.ts'
import { instalmentStates } from '#contract/money/instalments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { batchReference, publishedCourseReference, studentReference } from '#console/kit/fields/references.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { InstalmentPanel } from './instalment-panel.tsx'
import { InstalmentState } from './instalment-state.tsx'

export const screen = defineScreen({
  resource: instalments,
  title: 'Owed in parts',
  one: 'part',
  labels: {
    student: 'Student',
    student_phone: 'Phone',
    state: 'State',
    age: 'Age',
    number: 'Part',
    amount_paise: 'Amount',
    due_on: 'Due on',
    waits_until: 'Waits until',
    is_paused: 'Paused',
    course: 'Course',
    batch: 'Batch',
    enrolment: 'Place',
    reason: 'Reason',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student, number, of }) => `${student}, part ${number} of ${of}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '9rem', atEnd: true, show: (part) => <InstalmentState part={part} /> },
    { name: 'amount_paise', width: '9rem' },
    { name: 'due_on', width: '9rem', show: ({ due_on: day }) => formatPlainDay(day) },
    { name: 'number', width: '6rem', show: ({ number, of }) => `${number} of ${of}` },
    { name: 'course' },
    { name: 'is_paused', width: '7rem', show: ({ is_paused: is }) => (is ? 'Yes' : '') },
    { name: 'student_phone', hidden: true },
    { name: 'waits_until', hidden: true, show: ({ waits_until: day }) => (day === null ? '' : formatPlainDay(day)) },
    { name: 'reason', hidden: true },
  ],
  line: (part) => `${formatPaise(part.amount_paise)}, due on ${formatPlainDay(part.due_on)}`,
  views: [
    { name: 'Late', filters: { state: 'late' }, empty: 'Nothing is late.' },
    { name: 'Within 7 days', filters: { age: 'soon' }, empty: 'Nothing is due within 7 days.' },
    { name: 'Over 30 days late', filters: { age: 'older' }, empty: 'Nothing is late for over 30 days.' },
  ],
  filters: [
    {
      name: 'state',
      kind: 'choice',
      choices: instalmentStates.map((value) => ({ value, label: instalmentStateNames[value] })),
    },
    { name: 'age', kind: 'choice', choices: instalmentAges.map((value) => ({ value, label: instalmentAgeNames[value] })) },
    { name: 'course', kind: 'reference', to: publishedCourseReference, permission: 'plans:read' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'student', label: 'Student', kind: 'reference', to: studentReference, permission: 'students:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  emptyTitle: 'Nothing is owed',
  empty: 'When a student pays in parts, the parts that are left stand here by their day.',
  Above: Owed,
  Panel: InstalmentPanel,
})

/** What is owed in all, and what of it is late. */
function Owed() {
  const { data } = useQuery({ queryKey: ['instalments', 'owed'], queryFn: () => call(readOwed) })
  const figures = [
    ['Owed', data?.owed_paise],
    ['Due by today', data?.due_paise],
    ['Late', data?.late_paise],
  ] as const
  return (
    <dl className="grid grid-cols-3 divide-x divide-line border-b border-line">
      {figures.map(([name, paise]) => (
        <div key={name} className="min-w-0 px-3 py-2.5 sm:px-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd
            className={`figures text-base font-semibold wrap-anywhere sm:text-xl ${name === 'Late' && (paise ?? 0) > 0 ? 'text-bad' : ''}`}
          >
            {paise === undefined ? '–' : formatPaise(paise)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
