import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, NotebookPen, Video } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type OwnClass, readTeachingDay, type TeachingDay } from '#contract/classes/staff/teaching.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { formatClock, formatDay, formatShortDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { call } from '#console/kit/api/client.ts'
import { ClassState, classTitle } from '#console/kit/calendar/states.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { startClock, type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { Empty, Failed } from '#console/kit/parts/states.tsx'
import { dayOf } from '#ui/days.ts'

/** Milliseconds after which the page is read anew while it is open. */
const everyMinute = 60_000

const pathOf = ({ batch_id, id }: { batch_id: number; id: number }) => `/own-batches/${batch_id}?class=${id}`

/**
 * What an instructor needs today: the next class first, then what lacks, the week, and what has changed. Who works in the office
 * too has the rest of the page without it when nothing is there.
 */
export function TeachingToday({ isAll }: { isAll: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: [readTeachingDay.name],
    queryFn: async () => {
      const found = await call(readTeachingDay)
      return { ...found, clock: startClock(found.now) }
    },
    refetchInterval: everyMinute,
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { next, week, needs, changes } = data
  if (!next && week.length === 0 && needs.length === 0 && changes.length === 0)
    return isAll ? <Empty text="No class of yours is planned. The office names the instructor of a batch." /> : null
  return (
    <>
      {next ? <Next session={next} clock={data.clock} /> : <Nothing>No class is left to teach.</Nothing>}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {/* The class above is not repeated. */}
        <Week classes={week.filter(({ id }) => id !== next?.id)} today={data.day} />
        {needs.length + changes.length > 0 ? (
          <div className="grid gap-8 max-lg:order-first">
            {needs.length > 0 ? <Needs needs={needs} /> : null}
            {changes.length > 0 ? <Changes changes={changes} /> : null}
          </div>
        ) : null}
      </div>
    </>
  )
}

/** Holds the place of the next class and the week. */
function Waiting() {
  return (
    <Loading label="Loading" className="grid gap-8">
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </Loading>
  )
}

/** Milliseconds before the start within which the way into the classroom is the page's one act. */
const nearly = 60 * 60_000

function Next({ session, clock }: { session: NonNullable<TeachingDay['next']>; clock: ServerClock }) {
  const now = useServerTime(clock)
  const isLive = Date.parse(session.starts_at) <= now
  const isOpen = Date.parse(session.opens_at) <= now
  const isNear = Date.parse(session.starts_at) - now < nearly
  return (
    <section aria-labelledby="next-class" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="next-class" className="text-sm font-semibold text-muted">
          {isLive ? 'Your class runs now' : 'Your next class'}
        </h2>
        {isLive ? <ClassState state="live" /> : <p className="figures font-semibold text-signal">{wayTo(session, now)}</p>}
      </div>
      <p className="mt-2 text-xl font-semibold break-words">{session.topic || classTitle(session)}</p>
      <p className="text-base break-words">
        {session.course}
        {session.topic ? `, ${classTitle(session).toLowerCase()}` : null}
      </p>
      <p className="figures mt-1 text-muted">
        <time dateTime={session.starts_at}>
          {formatDay(session.starts_at)}, {formatClock(session.starts_at).replace(' IST', '')} to {formatClock(session.ends_at)}
        </time>{' '}
        <LocalTime instant={session.starts_at} />
      </p>
      <p className="text-muted">
        {countOf(session.students, 'student')}
        {session.substitute_for ? `. You stand in for ${session.substitute_for}.` : ''}
      </p>
      <LastClass session={session} />
      <p
        className={`mt-3 max-w-prose wrap-anywhere whitespace-pre-line max-sm:line-clamp-3 ${session.prepare ? '' : 'text-muted'}`}
      >
        {session.prepare ? `Students prepare: ${session.prepare}` : 'Students have nothing to prepare.'}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <ButtonLink to={`/join/${session.id}`} variant={isNear ? 'primary' : 'secondary'} className="max-sm:w-full">
          <Video aria-hidden="true" className="size-4" />
          Open the classroom
        </ButtonLink>
        <ButtonLink to={pathOf(session)} className="max-sm:flex-1">
          <NotebookPen aria-hidden="true" className="size-4" />
          Prepare and notes
        </ButtonLink>
        {isLive ? (
          <ButtonLink to={`/attendance/${session.batch_id}?class=${session.id}`} className="max-sm:flex-1">
            <ClipboardCheck aria-hidden="true" className="size-4" />
            Attendance
          </ButtonLink>
        ) : null}
        {session.has_classroom ? (
          isOpen ? null : (
            <p className="text-muted">
              Opens {formatDay(session.opens_at) === formatDay(session.starts_at) ? '' : `on ${formatDay(session.opens_at)} `}at{' '}
              {formatClock(session.opens_at)}
            </p>
          )
        ) : (
          <p className="text-signal">It has no link yet. Please ask the office.</p>
        )}
      </div>
    </section>
  )
}

/** Names of the absent that fit beside a class. */
const fewNames = 3

/** Who was absent in the class before, with the way to its attendance. */
function LastClass({ session: { batch_id, last } }: { session: NonNullable<TeachingDay['next']> }) {
  if (last === null) return null
  const { absent, number, session_id: id } = last
  const names = absent?.slice(0, fewNames) ?? []
  const more = (absent?.length ?? 0) - names.length
  return (
    <p className="mt-3 break-words">
      <Link to={`/attendance/${batch_id}?class=${id}`} className="font-semibold text-accent hover:underline">
        {absent === null
          ? `Nobody is marked in class ${number}`
          : absent.length === 0
            ? `Nobody was absent in class ${number}`
            : `${absent.length} absent in class ${number}`}
      </Link>
      {names.length > 0 ? `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : null}
    </p>
  )
}

/** "In 9 minutes", "in 3 hours", "in 6 days". */
function wayTo({ starts_at }: OwnClass, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(starts_at) - now) / 60_000))
  if (minutes < 60) return `In ${countOf(minutes, 'minute')}`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `In ${countOf(hours, 'hour')}` : `In ${countOf(Math.floor(hours / 24), 'day')}`
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-dashed border-line px-4 py-6 text-muted">{children}</p>
}

const needTexts = {
  classroom: 'No link to the classroom. Please ask the office.',
  notes: 'No notes yet.',
  recording: 'The recording is missing. Please ask the office.',
  report: 'Lines of its report name nobody.',
} as const

/** What is shown until a person asks for all. */
const fewNeeds = 4

function Needs({ needs }: { needs: TeachingDay['needs'] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? needs : needs.slice(0, fewNeeds)
  return (
    <Part title="To do">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {shown.map(({ session_id: id, kind, topic, starts_at, ...one }) => (
          <li key={`${id} ${kind}`}>
            <Link
              to={kind === 'report' ? `/attendance/${one.batch_id}?class=${id}` : pathOf({ ...one, id })}
              className="grid gap-0.5 px-4 py-3 hover:bg-sunken"
            >
              <span className="font-semibold break-words">{topic || classTitle(one)}</span>
              <span className="text-sm break-words text-muted">
                {formatShortDay(starts_at)} · {one.course}
              </span>
              <span className="text-sm text-signal">{needTexts[kind]}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < needs.length ? (
        <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {needs.length}
        </Button>
      ) : null}
    </Part>
  )
}

function Week({ classes, today }: { classes: readonly OwnClass[]; today: string }) {
  const days = [...Map.groupBy(classes, ({ starts_at }) => dayOf(starts_at))]
  return (
    <Part title="The next 7 days">
      {days.length === 0 ? (
        <Nothing>You teach no other class in these days.</Nothing>
      ) : (
        <div className="grid gap-4">
          {days.map(([day, ofDay]) => (
            <div key={day} className="grid gap-1.5">
              <h3 className="text-sm font-semibold text-muted">{day === today ? 'Today' : formatDay(`${day}T06:00:00Z`)}</h3>
              <ul className="divide-y divide-line rounded-lg border border-line">
                {ofDay.map((session) => (
                  <li key={session.id}>
                    <Link
                      to={pathOf(session)}
                      className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-1 px-4 py-3 hover:bg-sunken sm:grid-cols-[5rem_1fr_auto]"
                    >
                      <span className="figures font-semibold">{formatClock(session.starts_at).replace(' IST', '')}</span>
                      <span className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
                        <span className={`block break-words ${session.state === 'cancelled' ? 'text-muted line-through' : ''}`}>
                          {session.topic || session.course}
                        </span>
                        <span className="block text-sm break-words text-muted">
                          {[session.topic ? session.course : null, session.number === null ? null : classTitle(session)]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      </span>
                      <ClassState state={session.state} />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </Part>
  )
}

const changeTexts = {
  moved: 'was moved',
  cancelled: 'was cancelled',
  restored: 'takes place after all',
  added: 'was added',
  removed: 'was removed',
  instructor: 'has another instructor',
  link: 'meets in another classroom',
  timetable: 'has another timetable',
} as const

function Changes({ changes }: { changes: TeachingDay['changes'] }) {
  return (
    <Part title="Changes of the last 7 days">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {changes.map(({ id, change, batch_id, session_id, course, topic, starts_at, at }) => (
          <li key={id}>
            <Link
              to={session_id === null ? `/own-batches/${batch_id}` : pathOf({ batch_id, id: session_id })}
              className="grid gap-0.5 px-4 py-3 hover:bg-sunken"
            >
              <span className="break-words">
                {starts_at ? `The class on ${formatDay(starts_at)}` : 'The batch'} {changeTexts[change]}.
              </span>
              <span className="text-sm break-words text-muted">
                {[topic, course, `told on ${formatShortDay(at)}`].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
