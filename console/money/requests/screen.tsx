import { requestStates, requests, type StaffRequest, requestStateNames } from '#contract/money/staff/requests.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { RequestPanel } from './request-panel.tsx'
const tones = { open: 'signal', withdrawn: 'neutral', approved: 'good', declined: 'neutral' } as const
const askedFor = ({ kind, amount_paise, to_batch_id }: StaffRequest) =>
  kind === 'refund'
    ? `Refund${amount_paise === null ? '' : ` of ${formatPaise(amount_paise)}`}`
    : `Move to ${to_batch_id === null ? 'another batch' : `batch ${to_batch_id}`}`

export const screen = defineScreen({
  resource: requests,
  title: 'Requests',
  one: 'request',
  labels: {
    student: 'Student',
    status: 'State',
    is_decided: 'Decided',
    kind: 'Wants',
    course: 'Course',
    reason: 'Reason',
    created_at: 'Asked',
    decided_by: 'Decided by',
    email: 'E-mail',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student }) => student,
  columns: [
    { name: 'student' },
    {
      name: 'status',
      width: '8rem',
      atEnd: true,
      show: ({ status }) => <Badge tone={tones[status]}>{requestStateNames[status]}</Badge>,
    },
    { name: 'kind', width: '17rem', show: askedFor },
    { name: 'course' },
    { name: 'created_at', width: '13rem', show: ({ created_at }) => formatMoment(created_at) },
    { name: 'reason', hidden: true },
    { name: 'decided_by', hidden: true },
  ],
  line: (request) => `${askedFor(request)} · ${request.course}`,
  views: [
    { name: 'Open', filters: { status: 'open' }, empty: 'No open request.' },
    { name: 'Decided', filters: { is_decided: 'true' }, empty: 'No request is decided.' },
  ],
  filters: [
    { name: 'status', kind: 'choice', choices: requestStates.map((value) => ({ value, label: requestStateNames[value] })) },
    { name: 'is_decided', kind: 'flag' },
    {
      name: 'kind',
      kind: 'choice',
      choices: [
        { value: 'refund', label: 'Refund' },
        { value: 'transfer', label: 'Transfer' },
      ],
    },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'What students ask for an enrolment appears here: a refund, or another batch.',
  Panel: RequestPanel,
})
