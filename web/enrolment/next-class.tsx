import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { formatClock, formatDayOfMonth, formatDay, formatMonth } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** The next class over all courses, with the way to its room; nothing without one. */
export default function NextClass({ enrolled, none }: { enrolled: EnrolledCourse[]; none: ReactNode }) {
  const next = findNext(enrolled)
  return next ? <Card {...next} /> : none
}

interface Next {
  course: EnrolledCourse
  at: { day_number: number; starts_at: string; ends_at: string }
}

function findNext(enrolled: EnrolledCourse[]): Next | undefined {
  return enrolled
    .flatMap((course) => course.enrolled_batches.flatMap((batch) => (batch.next_class ? [{ course, at: batch.next_class }] : [])))
    .toSorted((a, b) => a.at.starts_at.localeCompare(b.at.starts_at))[0]
}

function Card({ course, at }: Next) {
  return (
    <section
      aria-labelledby="your-next-class"
      className="group relative flex max-w-xl items-stretch overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow duration-200 hover:shadow-lift"
    >
      <p
        aria-hidden="true"
        className="figures grid w-16 shrink-0 sm:w-20 content-center bg-signal-soft text-center leading-none text-signal"
      >
        <span className="text-2xl font-extrabold">{formatDayOfMonth(at.starts_at)}</span>
        <span className="mt-1 text-xs font-semibold">{formatMonth(at.starts_at)}</span>
      </p>
      <div className="min-w-0 flex-1 p-3.5 sm:p-4">
        <h2 id="your-next-class" className="text-xs font-semibold tracking-normal text-signal sm:text-sm">
          Your next class
        </h2>
        <p className="leading-snug font-semibold text-balance max-sm:text-sm">
          <Link to={pathTo('room', course.id)} className="after:absolute after:inset-0 group-hover:text-accent">
            {course.title}
          </Link>
        </p>
        <p className="figures mt-1 text-xs text-muted sm:text-sm">
          Class {at.day_number}, {formatDay(at.starts_at)}, {formatClock(at.starts_at)} <LocalTime instant={at.starts_at} />
        </p>
      </div>
      <ArrowRight
        aria-hidden="true"
        className="mr-4 hidden size-5 sm:block self-center text-muted transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent"
      />
    </section>
  )
}
