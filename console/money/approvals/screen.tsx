import { approvalKinds, approvals, approvalStateNames } from '#contract/money/staff/approvals.ts'
import { staffReference } from '#console/kit/fields/references.ts'
import { TakeButtons } from '#console/money/dialogs/take-buttons.tsx'
import { approvalKindNames } from '#contract/money/staff/approvals.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { ApprovalState } from './approval-state.tsx'

export const screen = defineScreen({
  resource: approvals,
  title: 'Approvals',
  one: 'approval',
  labels: {
    student: 'Student',
    kind: 'What',
    course: 'Course',
    amount_paise: 'Amount',
    state: 'State',
    asked_by_name: 'Asked by',
    asked_by: 'Asked by',
    asked_at: 'Asked',
    deciders: 'Can decide',
    waits_for: 'Waits for',
    decided_by_name: 'Decided by',
    decided_at: 'Decided',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ kind, student }) => `${approvalKindNames[kind]}, ${student}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '13rem', atEnd: true, show: (approval) => <ApprovalState approval={approval} /> },
    { name: 'amount_paise' },
    { name: 'kind', width: '13rem', show: ({ kind }) => approvalKindNames[kind] },
    { name: 'asked_by_name', width: '11rem' },
    { name: 'asked_at', show: ({ asked_at }) => formatMoment(asked_at) },
    { name: 'deciders', hidden: true, width: '16rem' },
    { name: 'course', hidden: true },
    { name: 'decided_by_name', hidden: true },
  ],
  line: (one) => `${formatPaise(one.amount_paise)} · asked by ${one.asked_by_name}`,
  views: [
    { name: 'To decide', filters: { waits_for: 'me' }, sort: 'asked_at', empty: 'Nothing waits for you.' },
    {
      name: 'Waits for somebody else',
      filters: { waits_for: 'others' },
      sort: 'asked_at',
      empty: 'Nothing waits for somebody else.',
    },
    { name: 'Failed', filters: { state: 'failed' }, empty: 'No approval has failed.' },
  ],
  filters: [
    {
      name: 'state',
      kind: 'choice',
      choices: (['waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const).map((value) => ({
        value,
        label: approvalStateNames[value],
      })),
    },
    {
      name: 'waits_for',
      kind: 'choice',
      choices: [
        { value: 'me', label: 'Me' },
        { value: 'others', label: 'Somebody else' },
      ],
    },
    { name: 'kind', kind: 'choice', choices: approvalKinds.map((value) => ({ value, label: approvalKindNames[value] })) },
    { name: 'asked_by', kind: 'reference', to: staffReference, permission: 'staff:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Refunds, payments and places that need a second person wait here.',
  Make: TakeButtons,
  Panel: ApprovalPanel,
})
