import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BatchOfCourse } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatClock, formatDay, formatLongDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const steps = [
  'You join the waitlist. It costs nothing, and you can leave it at any time.',
  'When a seat comes free, we hold it for the first person who waits and send an e-mail.',
  'You pay until the time that the e-mail names, and you are enrolled. After that the seat goes to the next person.',
]

interface Props {
  /** Null for a batch that is not sold any more. */
  choice: BatchOfCourse | null | undefined
  /** The state of the person, in the card. */
  children: ReactNode
}

/** A full batch with how its waitlist works, and a card with what the person can do. */
export function WaitlistPage({ choice, children }: Props) {
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:gap-y-10 lg:py-16">
      <div className="lg:row-start-1">
        {choice ? (
          <p className="font-semibold text-accent">
            <Link to={pathTo('course', choice.course.id)} className="inline-flex min-h-6 items-center hover:underline">
              {choice.course.title}
            </Link>
          </p>
        ) : null}
        <h1 className="mt-2 text-4xl font-extrabold text-balance">Wait for a seat</h1>
        {choice ? (
          <p className="figures mt-3 text-lg text-muted">
            {choice.batch.batch_type}, from {formatDay(choice.batch.starts_at)}, {formatClock(choice.batch.starts_at)}
          </p>
        ) : null}
        {choice === null ? <p className="mt-3 text-lg text-muted">This batch is not sold any more.</p> : null}
        {choice === undefined ? <Skeleton className="mt-3 h-7 w-72 max-w-full" /> : null}
      </div>
      <section
        aria-labelledby="place"
        className="self-start rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        {children}
      </section>
      <div className="lg:row-start-2">
        {choice ? <Facts choice={choice} /> : null}
        <h2 className="text-xl font-bold">How it works</h2>
        <ol className="prose-width mt-4 grid gap-3">
          {steps.map((step, place) => (
            <li key={step} className="flex gap-4">
              <span aria-hidden="true" className="figures w-4 shrink-0 text-right font-bold text-accent">
                {place + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function Facts({ choice: { batch, course } }: { choice: BatchOfCourse }) {
  return (
    <dl className="mb-10 grid gap-y-5 border-y border-line py-6 sm:grid-cols-2 sm:gap-x-10">
      <Fact name="First class">
        <time dateTime={batch.starts_at} className="figures text-signal">
          {formatLongDay(batch.starts_at)}
        </time>
        <span className="figures block text-sm font-normal text-muted">
          {formatClock(batch.starts_at)} <LocalTime instant={batch.starts_at} />
        </span>
      </Fact>
      <Fact name="Class hours">
        <span className="figures">{batch.time}</span>
        <span className="block text-sm font-normal text-muted">{batch.batch_type}</span>
      </Fact>
      <Fact name="Instructor">{batch.instructor_name}</Fact>
      <Fact name="Total fee">
        <span className="figures">{formatRupees(course.amount)}</span>
        <span className="block text-sm font-normal text-muted">You pay the price of the day of payment.</span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  )
}
