import { ArrowRight, Video } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { TodayClass } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatDayOfMonth, formatMonth } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { phaseOf } from './class-phase.ts'
import { ClassWords } from './class-words.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { untilText } from './until-text.ts'

interface Props {
  classes: readonly TodayClass[]
  clock: ServerClock
  /** Called when a shown class ends. */
  onOver: () => void
}

/** What runs now or comes next over all courses, and what follows it this week. */
export function TodayClasses({ classes, clock, onOver }: Props) {
  const now = useServerTime(clock)
  const isOver = classes.some((one) => phaseOf(one, now) === 'over')
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const left = classes.filter((one) => phaseOf(one, now) !== 'over')
  const running = left.filter((one) => phaseOf(one, now) !== 'ahead')
  const pinned = running.length > 0 ? running : left.slice(0, 1)
  const rest = left.filter((one) => !pinned.includes(one))
  if (left.length === 0) return null
  return (
    <section aria-labelledby="today-classes">
      <h2 id="today-classes" className="text-xl">
        {running.length > 0 ? 'On now' : 'Next class'}
      </h2>
      <div className="mt-4 space-y-4">
        {pinned.map((one) => (
          <Pinned key={one.session_id} one={one} now={now} />
        ))}
      </div>
      {rest.length > 0 ? (
        <>
          <h3 className="mt-8 text-sm font-semibold tracking-normal text-muted">After that</h3>
          <div className="mt-2 divide-y divide-line border-y border-line">
            {rest.map((one) => (
              <After key={one.session_id} one={one} />
            ))}
          </div>
        </>
      ) : null}
    </section>
  )
}

const toClass = (one: TodayClass) => pathTo('room-class', [one.course_id, one.session_id])

function Pinned({ one, now }: { one: TodayClass; now: number }) {
  const phase = phaseOf(one, now)
  const live = phase === 'open' || phase === 'running'
  return (
    <article className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
      <p className={`figures flex items-center gap-2 text-sm font-semibold ${live ? 'text-accent' : 'text-signal'}`}>
        {live ? (
          <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent forced-colors:bg-[CanvasText]" />
        ) : null}
        <span className="first-letter:uppercase">
          {phase === 'running'
            ? 'Your class is on now'
            : phase === 'open'
              ? 'Your classroom is open'
              : untilText(one.starts_at, now)}
        </span>
      </p>
      <p className="figures mt-2 text-sm text-muted">
        {one.course} <span aria-hidden="true">·</span> Class {one.number} of {one.total}
      </p>
      <p className="mt-0.5 text-xl leading-snug font-bold tracking-tight">
        <Link to={toClass(one)} className="hover:text-accent hover:underline">
          {one.topic || `Class ${one.number}`}
        </Link>
      </p>
      <p className="figures mt-1.5 text-sm">
        <time dateTime={one.starts_at} className="font-semibold">
          {formatDay(one.starts_at)}, {formatClock(one.starts_at)}
        </time>{' '}
        <span className="text-muted">
          <LocalTime instant={one.starts_at} /> with {one.instructor}
        </span>
      </p>
      {one.moved_from ? (
        <p className="figures mt-1 text-sm font-semibold text-signal">
          Moved from {formatDay(one.moved_from)}, {formatClock(one.moved_from)}
        </p>
      ) : null}
      {one.prepare ? (
        <p className="prose-width mt-3 border-l-2 border-signal pl-4 text-sm">
          <span className="block font-semibold">Prepare</span>
          <ClassWords text={one.prepare} />
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-4">
        {live ? (
          <ButtonLink variant="primary" size="lg" to={pathTo('join', one.session_id)} className="max-sm:w-full">
            <Video aria-hidden="true" className="size-5" />
            Join class
            <span className="sr-only"> of {one.course}</span>
          </ButtonLink>
        ) : (
          <>
            <div className="flex flex-wrap gap-3">
              <ButtonLink variant="primary" to={pathTo('room', one.course_id, { batch: one.batch_id })}>
                Go to the course room
                <ArrowRight aria-hidden="true" className="size-4" />
              </ButtonLink>
              <AddToCalendar session={one} title={`${one.course}: ${one.topic || `class ${one.number}`}`} />
            </div>
          </>
        )}
      </div>
    </article>
  )
}

function After({ one }: { one: TodayClass }) {
  return (
    <div className="group relative flex items-center gap-4 py-3">
      <span aria-hidden="true" className="figures w-11 shrink-0 rounded-md bg-sunken py-1.5 text-center">
        <span className="block text-lg leading-none font-bold">{formatDayOfMonth(one.starts_at)}</span>
        <span className="block text-xs font-semibold text-muted">{formatMonth(one.starts_at)}</span>
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold">
          <Link to={toClass(one)} className="group-hover:text-accent after:absolute after:inset-0">
            {one.topic || `Class ${one.number}`}
          </Link>
        </p>
        <p className="figures text-sm text-muted">
          {/* The tile has the day of the month. */}
          <time dateTime={one.starts_at} className="whitespace-nowrap">
            <span className="sr-only">{formatDay(one.starts_at)}, </span>
            <span aria-hidden="true">{formatDay(one.starts_at).split(' ')[0]}, </span>
            {formatClock(one.starts_at)}
          </time>{' '}
          <LocalTime instant={one.starts_at} />
        </p>
        <p className="figures text-sm text-muted">
          {one.course}, class {one.number}
        </p>
      </div>
    </div>
  )
}
