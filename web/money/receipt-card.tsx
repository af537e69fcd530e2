import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button } from '#ui/button.tsx'
import { DownloadButton } from './download-button.tsx'
import { PaidFacts } from './paid-facts.tsx'
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
  return (
    <section aria-labelledby="receipt" className="rounded-lg border border-line bg-surface shadow-card">
      <h2 id="receipt" className="sr-only">
        Payment details
      </h2>
      <PaidFacts receipt={receipt} />
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
