import { type RefundListed, refunds, refundStatuses, retryRefund, refundStatusNames } from '#contract/money/staff/refunds.ts'
import { call } from '#console/kit/api/client.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { RefundPanel, refundBy } from './refund-panel.tsx'
import { RefundStatus } from './refund-status.tsx'

export const screen = defineScreen({
  resource: refunds,
  title: 'Refunds',
  one: 'refund',
  labels: {
    student: 'Student',
    amount_paise: 'Amount',
    status: 'State',
    course: 'Course',
    by: 'Decided by',
    payment: 'Payment',
    created_at: 'Decided',
    settled_at: 'Settled',
    to_pay_back: 'To pay back',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student, amount_paise }) => `${formatPaise(amount_paise)} to ${student}`,
  columns: [
    { name: 'student' },
    { name: 'status', width: '9.5rem', atEnd: true, show: (refund) => <RefundStatus refund={refund} /> },
    { name: 'amount_paise' },
    { name: 'course' },
    { name: 'by', width: '11rem', show: refundBy },
    { name: 'created_at', show: ({ created_at }) => formatMoment(created_at) },
    { name: 'payment', hidden: true },
    { name: 'settled_at', hidden: true, show: ({ settled_at }) => (settled_at ? formatMoment(settled_at) : 'Not yet') },
  ],
  line: ({ course }) => course,
  views: [
    { name: 'To pay back', filters: { to_pay_back: 'true' }, sort: 'created_at', empty: 'No refund is to be paid by hand.' },
    { name: 'Failed', filters: { status: 'failed' }, empty: 'No refund has failed.' },
  ],
  filters: [
    { name: 'status', kind: 'choice', choices: refundStatuses.map((value) => ({ value, label: refundStatusNames[value] })) },
    { name: 'to_pay_back', kind: 'flag' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Refunds of payments appear here.',
  Panel: RefundPanel,
  acts: [
    {
      label: 'Repeat the refund',
      permission: 'payments:write',
      primary: true,
      when: ({ status, is_retried }) => status === 'failed' && !is_retried,
      run: ({ id }) => call(retryRefund, { params: { id } }),
      done: ({ student, amount_paise }) => `${formatPaise(amount_paise)} is sent to ${student} again.`,
      confirm: ({ student, amount_paise }) => ({
        title: `Refund ${formatPaise(amount_paise)} to ${student} again?`,
        text: 'The provider refused it before. The same amount is sent once more.',
        action: `Refund ${formatPaise(amount_paise)}`,
      }),
      leadsTo: (answer) => `/refunds/${(answer as RefundListed).id}`,
    },
  ],
})
