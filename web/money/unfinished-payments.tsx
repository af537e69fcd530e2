import type { UnfinishedPayment } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** Payments that the student began and did not finish. */
export function UnfinishedPayments({ payments }: { payments: readonly UnfinishedPayment[] }) {
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="space-y-4">
      <h2 id="unfinished" className="text-xl">
        Not finished
      </h2>
      {payments.map((payment) => (
        <Payment key={payment.batch_id} payment={payment} />
      ))}
    </section>
  )
}

function Payment({ payment }: { payment: UnfinishedPayment }) {
  const isOpen = payment.state === 'open'
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line border-l-4 border-l-signal bg-surface p-5 shadow-card">
      <div className="min-w-0">
        <p className="text-sm font-semibold text-signal">{isOpen ? 'You have not paid yet' : 'We are confirming your payment'}</p>
        <p className="mt-0.5 text-lg leading-snug font-bold tracking-tight">{payment.course}</p>
        <p className="figures text-sm text-muted">
          {payment.batch_type}, from {formatDay(payment.starts_at)}, {formatClock(payment.starts_at)}{' '}
          <LocalTime instant={payment.starts_at} />
        </p>
        <p className="figures mt-1 text-sm empty:hidden">
          {isOpen
            ? payment.hold_until && `Your seat is held until ${formatClock(payment.hold_until)}.`
            : 'Please do not pay again. Your place appears here as soon as it is confirmed.'}
        </p>
      </div>
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <p className="figures text-lg font-bold">{formatRupees(payment.amount)}</p>
          <ButtonLink variant="primary" to={pathTo('start-payment', payment.batch_id)} reloadDocument>
            Continue payment
            <span className="sr-only"> for {payment.course}</span>
          </ButtonLink>
        </div>
      ) : null}
    </article>
  )
}
