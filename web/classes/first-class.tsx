import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { formatClock, formatDay, formatDayOfMonth, formatMonth } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { LocalTime } from '#ui/local-time.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { roomQuery } from './queries.ts'

interface Props {
  courseId: number
  batchId: number
  /** The start as the catalogue knows it, until the room is loaded. */
  startsAt: string | undefined
}

/** The first class of a new enrolment, with ways to a calendar and to the room. */
export function FirstClass({ courseId, batchId, startsAt }: Props) {
  const { loading, user } = useSession()
  const { data: room, error } = useQuery({
    ...roomQuery(user?.email, String(courseId)),
    enabled: !loading && user !== null,
  })
  const next = room?.batches.find((batch) => batch.batch_id === batchId)?.coming[0]
  const start = next?.starts_at ?? startsAt
  return (
    <section aria-labelledby="first-class">
      <h2 id="first-class" className="flex items-center gap-5 text-xl">
        {start ? (
          <>
            <span
              aria-hidden="true"
              className="figures grid w-16 shrink-0 place-items-center rounded-md bg-signal-soft py-2 leading-none text-signal"
            >
              <span className="text-2xl leading-none font-extrabold">{formatDayOfMonth(start)}</span>
              <span className="mt-1 text-xs font-semibold">{formatMonth(start)}</span>
            </span>
            <span className="figures min-w-0">
              First class{' '}
              <time dateTime={start} className="inline-block">
                {formatDay(start)}, {formatClock(start)}
              </time>
              <span className="block text-sm font-normal tracking-normal text-muted">
                <LocalTime instant={start} />
              </span>
            </span>
          </>
        ) : (
          'Your classes'
        )}
      </h2>
      <p className="prose-width mt-4 text-muted">
        The Join button is in your course room. It opens 15 minutes before each class.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link
          to={pathTo('room', courseId)}
          reloadDocument
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline underline-offset-4"
        >
          Go to the course room
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
        {room && next ? (
          <AddToCalendar session={next} title={`${room.course.title}: class ${next.day_number}`} />
        ) : room || error ? null : (
          <Skeleton className="h-(--control) w-43" />
        )}
      </div>
    </section>
  )
}
