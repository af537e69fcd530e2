import { useState } from 'react'
import { Link } from 'react-router'
import { type PaymentLinkRecord, type PaymentLinkState, paymentLinkStateNames } from '#contract/money/staff/payment-links.ts'
import { formatPlainDay } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { CopyAddress } from '#console/money/dialogs/copy-address.tsx'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'

const tones = {
  waiting: 'signal',
  active: 'good',
  paid: 'ahead',
  expired: 'neutral',
  withdrawn: 'neutral',
  declined: 'bad',
} as const

export const LinkState = ({ state }: { state: PaymentLinkState }) => (
  <Badge tone={tones[state]}>{paymentLinkStateNames[state]}</Badge>
)

/** A payment link: whose it is, what it asks, and what came of it. The address is there only after its making. */
export function LinkPanel({ record }: { record: PaymentLinkRecord }) {
  // A second read of the record has no address any more.
  const [made, setMade] = useState({ id: record.id, url: record.url })
  if (made.id !== record.id || (record.url !== null && made.url !== record.url)) setMade({ id: record.id, url: record.url })
  const { student_id: studentId, student, email, price_paise: price } = record
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <LinkState state={record.state} />
        <span className="figures text-lg font-semibold">{price === null ? 'The usual price' : formatPaise(price)}</span>
        {price === null ? null : <span className="figures text-muted">instead of {formatPaise(record.offer_paise)}</span>}
      </div>
      {made.id === record.id && made.url !== null && (record.state === 'active' || record.state === 'waiting') ? (
        <CopyAddress
          url={made.url}
          note={
            record.state === 'waiting'
              ? 'It opens once a second person has approved the price. It is shown this once, so copy it now.'
              : 'It is shown this once, so copy it now.'
          }
        />
      ) : null}
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">{record.reason}</p>
      <Facts
        facts={[
          ['Student', studentId === null ? null : <StudentLink key="student" id={studentId} name={student ?? 'Student'} />],
          [
            'E-mail',
            email === null ? null : (
              <span key="email" className="wrap-anywhere">
                {email}
              </span>
            ),
          ],
          ['For', `${record.course}, batch from ${formatPlainDay(record.batch_starts_on)}`],
          ['Works until', formatMoment(record.expires_at)],
          ['Made by', record.made_by_name],
          ['Made', formatMoment(record.made_at)],
          ['Mailed', record.mailed_at && formatMoment(record.mailed_at)],
          ['Opened', record.opened_at && formatMoment(record.opened_at)],
          ['Paid', record.paid_at && formatMoment(record.paid_at)],
          ['Payment', record.payment_id && <PaymentLink key="payment" id={record.payment_id} name="Open the payment" />],
          ['Scholarship', record.scholarship_id && <Record key="scholarship" to={`/scholarships/${record.scholarship_id}`} />],
          ['Decision', record.approval_id && <Record key="approval" to={`/approvals/${record.approval_id}`} />],
        ]}
      />
    </div>
  )
}

const Record = ({ to }: { to: string }) => (
  <Link to={to} className="text-accent underline">
    Open
  </Link>
)
