import type { WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** Batches that the student waits for, offered seats first. */
export function OwnWaits({ waits }: { waits: readonly WaitlistEntry[] }) {
  if (waits.length === 0) return null
  return (
    <section aria-labelledby="waits" className="space-y-4">
      <h2 id="waits" className="text-xl">
        {waits.some(({ state }) => state === 'offered') ? 'A seat is free for you' : 'You wait for a seat'}
      </h2>
      {waits.map((wait) => (
        <Wait key={wait.batch_id} wait={wait} />
      ))}
    </section>
  )
}

function Wait({ wait }: { wait: WaitlistEntry }) {
  const until = wait.state === 'offered' ? wait.offered_until : null
  return (
    <article
      className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-card ${until ? 'border-l-4 border-l-signal' : ''}`}
    >
      <div className="min-w-0">
        {until ? (
          <p className="figures text-sm font-semibold text-signal">
            Seat offered to you until {formatDay(until)}, {formatClock(until)}
          </p>
        ) : (
          <p className="figures text-sm font-semibold text-accent">Your place on the waitlist: {wait.place}</p>
        )}
        <p className="mt-0.5 text-lg leading-snug font-bold tracking-tight">{wait.course}</p>
        <p className="figures text-sm text-muted">
          {wait.batch_type}, from {formatDay(wait.starts_at)}, {formatClock(wait.starts_at)}{' '}
          <LocalTime instant={wait.starts_at} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {until ? (
          <>
            <p className="figures text-lg font-bold">{formatRupees(wait.amount)}</p>
            <ButtonLink variant="primary" to={pathTo('start-payment', wait.batch_id)} reloadDocument>
              Pay and take the seat
              <span className="sr-only"> in {wait.course}</span>
            </ButtonLink>
          </>
        ) : null}
        <ButtonLink variant={until ? 'quiet' : 'secondary'} to={pathTo('waitlist', wait.batch_id)} reloadDocument>
          {until ? 'Details' : 'See your place'}
          <span className="sr-only"> of {wait.course}</span>
        </ButtonLink>
      </div>
    </article>
  )
}
