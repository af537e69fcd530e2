import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatPlainDay } from '#ui/format.ts'
import { Picture } from '#web/lib/picture.tsx'
import { LocalTime } from '#ui/local-time.tsx'
import { OwnBatchStatus } from '#web/lib/own-batch-status.tsx'

/** A course the student is enrolled in, with its batches and links to the room. */
export function EnrolledCard({ course, eager }: { course: EnrolledCourse; eager: boolean }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <Picture path={course.image} alt="" width={640} height={400} eager={eager} className="aspect-[16/9] w-full object-cover" />
      <div className="flex flex-1 flex-col p-5">
        <p className="text-xs font-semibold text-muted">
          {course.category} <span aria-hidden="true">·</span> {course.duration}
        </p>
        <h3 className="mt-2 text-xl">
          <Link to={pathTo('room', course.id)} className="hover:text-accent hover:underline">
            {course.title}
          </Link>
        </h3>
        <p className="mt-2">
          <Link
            to={pathTo('room-classes', course.id)}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
          >
            Classes and recordings
            <ArrowRight aria-hidden="true" className="size-4" />
            <span className="sr-only"> of {course.title}</span>
          </Link>
        </p>
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {course.enrolled_batches.map((batch) => (
            <li key={batch.batch_id} className="pt-4 not-last:pb-4">
              <Batch
                batch={batch}
                running={course.upcoming_batches.find((one) => one.id === batch.batch_id)}
                title={course.title}
              />
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}

/** Milliseconds before a class at which joining opens. */
const opensBefore = joinOpensMinutes * 60_000

interface BatchProps {
  batch: EnrolledCourse['enrolled_batches'][number]
  /** The batch's facts; undefined when no class is left. */
  running: UpcomingBatch | undefined
  title: string
}

function Batch({ batch, running, title }: BatchProps) {
  const [now] = useState(Date.now)
  const next = batch.next_class
  const open = next !== null && Date.parse(next.starts_at) - now <= opensBefore
  return (
    <>
      {next ? (
        <>
          <p className="text-sm text-muted">
            {now >= Date.parse(next.starts_at) ? 'On now' : batch.classes_held > 0 ? 'Next class' : 'First class'}
          </p>
          <p className="figures font-semibold">
            <time dateTime={next.starts_at}>
              {formatDay(next.starts_at)}, {formatClock(next.starts_at)}
            </time>
          </p>
          <p className="figures text-sm text-muted empty:hidden">
            <LocalTime instant={next.starts_at} />
          </p>
        </>
      ) : (
        <p className="figures font-semibold">Batch of {formatPlainDay(`${batch.batch_date}T12:00:00+05:30`)}</p>
      )}
      {running ? (
        <p className="text-sm text-muted">
          {running.batch_type}, with {running.instructor_name}
        </p>
      ) : null}
      <p className="mt-1.5">
        <OwnBatchStatus status={batch.status} />
      </p>
      {batch.classes_total > 0 && batch.status !== 'Cancelled' ? (
        <p className="figures mt-1.5 text-sm text-muted">
          {batch.classes_held} of {batch.classes_total} classes held
        </p>
      ) : null}
      {next && !open ? (
        <p className="mt-3 text-sm text-muted">Your classroom opens here {joinOpensMinutes} minutes before each class.</p>
      ) : null}
      {next && open ? (
        <ButtonLink variant="primary" to={pathTo('join', next.session_id)} className="mt-3 w-full">
          Join classroom
          <span className="sr-only"> of {title}</span>
        </ButtonLink>
      ) : null}
    </>
  )
}
