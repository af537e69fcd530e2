import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import type { TrialClass as Session } from '#contract/classes/trials.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { TrialSeatForm } from './trial-seat-form-lazy.tsx'

/** A class that takes guests: what it is, and how a visitor gets a seat. */
export function TrialClass({ session }: { session: Session }) {
  const { course, topic, starts_at: startsAt, ends_at: endsAt } = session
  return (
    <div className="page grid gap-10 py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-16 lg:py-16">
      <div>
        <p className="font-semibold text-accent">
          <Link to={pathTo('course', session.course_id)} className="inline-flex min-h-6 items-center hover:underline">
            {course}
          </Link>
        </p>
        <h1 className="mt-2 text-4xl font-extrabold text-balance">Sit in on a class</h1>
        <p className="prose-width mt-4 text-lg text-muted">
          See how we teach: one live class with its students and its instructor. It costs nothing and needs no account.
        </p>
        <dl className="mt-8 grid gap-y-5 border-t border-line pt-6 sm:grid-cols-2 sm:gap-x-10">
          <Fact name="When" wide>
            <time dateTime={startsAt} className="figures">
              {formatLongDay(startsAt)}
            </time>
            <span className="figures block text-sm font-normal text-muted">
              {formatClock(startsAt).replace(' IST', '')} – {formatClock(endsAt)} <LocalTime instant={startsAt} />
            </span>
          </Fact>
          <Fact name="Class">
            {topic ? <span className="block wrap-anywhere">{topic}</span> : null}
            <span className={`figures block ${topic ? 'text-sm font-normal text-muted' : ''}`}>
              Class {session.number} of {session.total}
            </span>
          </Fact>
          <Fact name="Instructor">{session.instructor}</Fact>
        </dl>
        <h2 className="mt-10 text-xl font-bold">How it works</h2>
        <ol className="prose-width mt-4 grid gap-3">
          {[
            'We mail you a code, so that we know the address is yours.',
            'With the code you have a seat, and a mail with a link for you alone.',
            `The link lets you into the class from ${joinOpensMinutes} minutes before it starts. If you can't come, give the seat back there.`,
          ].map((step, place) => (
            <li key={step} className="flex gap-4">
              <span aria-hidden="true" className="figures w-4 shrink-0 text-right font-bold text-accent">
                {place + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </div>
      <section aria-labelledby="seat" className="self-start rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
        {session.state === 'open' ? (
          <TrialSeatForm sessionId={session.session_id} seats={session.seats} left={session.seats_left} />
        ) : (
          <Closed session={session} />
        )}
      </section>
    </div>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : ''}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  )
}

const closed = {
  full: ['All seats for guests are taken', 'Other classes may have one. The page of the course names the next.'],
  over: ['This class takes no more guests', 'It has begun. The page of the course names the next class for guests.'],
  cancelled: [
    'This class is cancelled',
    'Guests with a seat have a mail about it. The page of the course names the next class for guests.',
  ],
} as const

function Closed({ session: { state, course_id } }: { session: Session }) {
  const [title, text] = closed[state === 'open' ? 'full' : state]
  return (
    <>
      <h2 id="seat" className="text-2xl font-bold">
        {title}
      </h2>
      <p className="mt-3 mb-6 text-muted">{text}</p>
      <ButtonLink variant="primary" to={pathTo('course', course_id)}>
        Go to the course
      </ButtonLink>
    </>
  )
}
