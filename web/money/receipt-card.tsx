import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button } from '#ui/button.tsx'
import { formatRupees } from '#ui/format.ts'
import { DownloadButton } from './download-button.tsx'
import type { Enrolled } from './payment-state.ts'
import { purchasesQuery } from './queries.ts'

interface Props {
  receipt: Enrolled
  batchId: number
  email: string | undefined
}

/** The receipt: course, payment id, order id, amount, the PDF, and a link to the courses. */
export function ReceiptCard({ receipt, batchId, email }: Props) {
  const [going, setGoing] = useState(false)
  const { loading, user } = useSession()
  const { data: purchases } = useQuery({
    ...purchasesQuery(user?.email, receipt.course_id),
    enabled: !loading && user !== null,
  })
  const document = purchases?.find((purchase) => purchase.batch_id === batchId)?.payment.receipt
  const rows = [
    ['Course', receipt.course_name],
    ['Payment ID', receipt.payment_id],
    ['Order ID', receipt.order_id],
  ] as const
  return (
    <section aria-labelledby="receipt" className="rounded-lg border border-line bg-surface shadow-card">
      <h2 id="receipt" className="sr-only">
        Payment details
      </h2>
      <dl className="divide-y divide-line px-6">
        <div className="py-5">
          <dt className="text-sm text-muted">Amount paid</dt>
          <dd className="figures text-2xl font-bold tracking-tight">{formatRupees(receipt.amount)}</dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name} className="py-3.5">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="space-y-4 rounded-b-lg border-t border-line bg-sunken p-6">
        {email ? (
          <p className="text-sm">
            We have e-mailed the receipt to{' '}
            <strong>
              <MailAddress address={email} />
            </strong>
            .{user && user.email !== email ? ' If you can’t open that mailbox, download the receipt here.' : null}
          </p>
        ) : null}
        <div className="empty:hidden">
          {document ? <DownloadButton kind="receipt" id={document.id} serial={document.serial} /> : null}
        </div>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          pending={going && 'Opening My Courses…'}
          onClick={() => {
            setGoing(true)
            // A full load refetches the courses and leaves this page's content security policy.
            location.assign('/enrolled-courses')
          }}
        >
          My Courses
        </Button>
      </div>
    </section>
  )
}
