import { payments } from '#contract/money/staff/payments.ts'
import { courseReference } from '#console/kit/fields/references.ts'
import { TakeButtons } from '#console/money/dialogs/take-buttons.tsx'
import { formatColumnPaise, formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { methodName, PaymentState, paymentStateChoices } from '#console/money/dialogs/payment-state.tsx'

export const screen = defineScreen({
  resource: payments,
  title: 'Payments',
  one: 'payment',
  labels: {
    student: 'Student',
    state: 'State',
    amount_paise: 'Amount',
    refunded_paise: 'Refunded',
    refunded_at: 'Refunded on',
    refund_notes: 'Refund note',
    course: 'Course',
    method: 'Method',
    paid_at: 'When',
    receipt: 'Receipt',
    payment_id: 'Payment id',
    reference: 'Reference',
    received_on: 'Received on',
    received_by: 'Received by',
    email: 'E-mail',
    provider: 'Paid',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student }) => student,
  columns: [
    { name: 'student' },
    { name: 'state', width: '9.5rem', atEnd: true, show: ({ state }) => <PaymentState state={state} /> },
    { name: 'amount_paise' },
    { name: 'course' },
    { name: 'method', width: '8rem', show: ({ method }) => methodName(method) ?? '' },
    { name: 'paid_at', width: '13rem', show: ({ paid_at }) => formatMoment(paid_at) },
    {
      name: 'refunded_paise',
      hidden: true,
      show: ({ refunded_paise }) => (refunded_paise > 0 ? formatColumnPaise(refunded_paise) : ''),
    },
    {
      name: 'refunded_at',
      hidden: true,
      width: '13rem',
      show: ({ refunded_at }) => (refunded_at ? formatMoment(refunded_at) : ''),
    },
    { name: 'refund_notes', hidden: true, width: '10rem' },
    { name: 'receipt', hidden: true, width: '10rem' },
    { name: 'payment_id', hidden: true },
    { name: 'reference', hidden: true, width: '12rem' },
    { name: 'email', hidden: true },
  ],
  line: ({ amount_paise, course }) => `${formatPaise(amount_paise)} · ${course}`,
  views: [
    { name: 'Refund due', filters: { state: 'refund_due' }, empty: 'No refund is due.' },
    { name: 'Review', filters: { state: 'review' }, empty: 'No payment is in review.' },
    { name: 'Offline', filters: { provider: 'offline' }, empty: 'No offline payment.' },
  ],
  filters: [
    { name: 'state', kind: 'choice', choices: paymentStateChoices },
    {
      name: 'provider',
      kind: 'choice',
      choices: [
        { value: 'online', label: 'Online' },
        { value: 'offline', label: 'Offline' },
      ],
    },
    { name: 'course', kind: 'reference', to: courseReference, permission: 'courses:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'The first payment of a student appears here.',
  Panel: PaymentPanel,
  Make: TakeButtons,
})
