import { Link } from 'react-router'
import { disputeStates, disputes, type StaffDispute, disputeStateNames, spaced } from '#contract/money/staff/disputes.ts'
import { endPaymentAccess } from '#contract/money/staff/review.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
const tones = {
  open: 'signal',
  under_review: 'ahead',
  action_required: 'bad',
  won: 'good',
  lost: 'bad',
  closed: 'neutral',
} as const

const waits = ({ status }: StaffDispute) => status === 'open' || status === 'under_review' || status === 'action_required'

export const screen = defineScreen({
  resource: disputes,
  title: 'Disputes',
  one: 'dispute',
  labels: {
    student: 'Student',
    status: 'State',
    amount_paise: 'Amount',
    deducted_paise: 'Deducted',
    respond_by: 'Answer by',
    course: 'Course',
    reason_code: 'Reason',
    reported_at: 'Reported',
    dispute_id: 'Dispute id',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student }) => student,
  columns: [
    { name: 'student' },
    {
      name: 'status',
      width: '10rem',
      atEnd: true,
      show: ({ status }) => <Badge tone={tones[status]}>{disputeStateNames[status]}</Badge>,
    },
    { name: 'amount_paise' },
    {
      name: 'respond_by',
      width: '11rem',
      show: (dispute) =>
        dispute.respond_by && waits(dispute) ? <span className="text-signal">{formatPlainDay(dispute.respond_by)}</span> : '',
    },
    { name: 'course' },
    { name: 'reason_code', show: ({ reason_code }) => spaced(reason_code ?? '') },
    { name: 'reported_at', hidden: true, show: ({ reported_at }) => formatMoment(reported_at) },
    { name: 'dispute_id', hidden: true },
  ],
  line: ({ amount_paise, course }) => `${formatPaise(amount_paise)} · ${course}`,
  views: [
    { name: 'Undecided', filters: { status: 'waiting' }, empty: 'Every dispute is decided.' },
    { name: 'Lost', filters: { status: 'lost' }, empty: 'No dispute was lost.' },
  ],
  filters: [
    {
      name: 'status',
      kind: 'choice',
      choices: [
        { value: 'waiting', label: 'Undecided' },
        ...disputeStates.map((value) => ({ value, label: disputeStateNames[value] })),
      ],
    },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  emptyTitle: 'No bank has asked for money back',
  empty:
    'When a student disputes a payment at the bank, it appears here and under Today, with the day by which you answer. The provider reports it only if its webhook sends the payment.dispute events: check that in its dashboard.',
  EmptyAct: ToReview,
  Panel: DisputePanel,
  acts: [
    {
      label: 'End access',
      permission: 'payments:write',
      when: ({ status, has_access }) => status === 'lost' && has_access,
      primary: true,
      confirm: ({ student, course }) => ({
        title: `End the access of ${student}?`,
        text: `The bank gave the money back, so ${student} has not paid for ${course}. The seat becomes free. No money moves.`,
        action: 'End access',
      }),
      run: ({ payment_id }) => call(endPaymentAccess, { params: { id: payment_id } }),
      done: ({ student }) => `The access of ${student} has ended.`,
    },
  ],
})

/** Where money that needs a person stands. */
function ToReview() {
  return <ButtonLink to="/review">Open Review</ButtonLink>
}

function DisputePanel({ record: dispute }: { record: StaffDispute }) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="figures text-2xl font-semibold">{formatPaise(dispute.amount_paise)}</span>
        <Badge tone={tones[dispute.status]}>{disputeStateNames[dispute.status]}</Badge>
      </div>
      {waits(dispute) ? (
        <p>
          Answer it in the dashboard of the payment provider
          {dispute.respond_by ? `, before the end of ${formatPlainDay(dispute.respond_by)}` : ''}. Send what shows that the course
          was bought and used: receipt, registration, classes. The result appears here.
        </p>
      ) : null}
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={dispute.student_id} name={dispute.student} />],
          [
            'Payment',
            <Link
              key="payment"
              to={`/payments/${dispute.payment_id}`}
              className="inline-flex min-h-6 items-center figures wrap-anywhere text-accent hover:underline"
            >
              {dispute.provider_payment_id}
            </Link>,
          ],
          ['For', `${dispute.course}, batch from ${formatPlainDay(dispute.batch_starts_on)}`],
          ['Access', dispute.has_access ? 'The student still has access' : 'No access'],
          ['Reason', spaced(dispute.reason_code ?? '')],
          ['Phase', spaced(dispute.phase ?? '')],
          ['Deducted', dispute.deducted_paise > 0 ? formatPaise(dispute.deducted_paise) : null],
          ['Answer by', dispute.respond_by ? formatMoment(dispute.respond_by) : null],
          ['Reported', formatMoment(dispute.reported_at)],
          [
            'Dispute id',
            <span key="id" className="figures wrap-anywhere">
              {dispute.dispute_id}
            </span>,
          ],
        ]}
      />
    </div>
  )
}
