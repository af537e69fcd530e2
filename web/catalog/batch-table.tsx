import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CourseCard, UpcomingBatch } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatDayOfMonth, formatMonth, formatPlainDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { BatchStatus } from '../lib/batch-status.tsx'

const columns = ['Course name', 'Batch type', 'Start date', 'Time', 'Mode', 'Instructor', 'Status'] as const

export interface BatchRow {
  course: Pick<CourseCard, 'id' | 'title' | 'category'>
  batch: UpcomingBatch
}

/** The batches of all courses: open ones first, each group sorted by start. */
export function batchRows(courses: CourseCard[]): BatchRow[] {
  return courses
    .flatMap(({ id, title, category, upcoming_batches }) =>
      upcoming_batches.map((batch) => ({ course: { id, title, category }, batch })),
    )
    .toSorted(
      (a, b) => Number(b.batch.can_enroll) - Number(a.batch.can_enroll) || a.batch.starts_at.localeCompare(b.batch.starts_at),
    )
}

/** A table on a desktop, cards on a phone. Explicit roles, because `display` removes the semantics of a `table`. */
export function BatchTable({ rows }: { rows: BatchRow[] }) {
  return (
    <div className="rounded-lg xl:overflow-hidden xl:border xl:border-line xl:bg-surface xl:shadow-card">
      <div role="table" aria-label="Upcoming batches" className="block w-full text-left text-sm xl:table xl:border-collapse">
        <div role="rowgroup" className="max-xl:sr-only xl:table-header-group">
          <div role="row" className="border-b border-line xl:table-row">
            {columns.map((column) => (
              <div
                key={column}
                role="columnheader"
                className="px-3 py-4 text-xs font-semibold text-muted first:pl-6 last:pr-6 xl:table-cell"
              >
                {column}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="grid gap-3 md:grid-cols-2 md:gap-4 xl:table-row-group">
          {rows.map(({ course, batch }) => (
            <div
              key={batch.id}
              role="row"
              className="group relative grid grid-cols-[3.25rem_minmax(0,1fr)] content-start gap-x-4 gap-y-0.5 rounded-lg border border-line bg-surface p-4 shadow-card hover:bg-accent-soft xl:table-row xl:rounded-none xl:border-x-0 xl:border-t-0 xl:shadow-none xl:last:border-b-0"
            >
              <Cell className="xl:pl-6">
                <Link
                  to={batch.can_enroll ? pathTo('course', course.id, { batch: batch.id }) : pathTo('course', course.id)}
                  className="block text-base leading-snug font-semibold group-hover:text-accent after:absolute after:inset-0 after:rounded-lg max-xl:mb-1 xl:text-sm"
                >
                  {course.title}
                </Link>
              </Cell>
              <Cell className="max-xl:order-1 max-xl:text-muted">{batch.batch_type}</Cell>
              <div
                role="cell"
                className="figures col-start-1 row-span-5 row-start-1 xl:table-cell xl:px-3 xl:py-4 xl:align-middle xl:font-semibold xl:whitespace-nowrap"
              >
                <time dateTime={batch.date}>
                  <span className="max-xl:sr-only">{formatPlainDay(batch.starts_at)}</span>
                  <DayTile instant={batch.starts_at} />
                </time>
              </div>
              <Cell className="figures max-xl:font-semibold">
                <span className="xl:block xl:whitespace-nowrap">{batch.time}</span>{' '}
                <span className="xl:whitespace-nowrap">
                  <LocalTime instant={batch.starts_at} />
                </span>
              </Cell>
              <div className="order-1 col-start-2 text-muted xl:contents xl:text-ink">
                <Cell className="max-xl:inline">{batch.mode_of_training}</Cell>
                <span aria-hidden="true" className="xl:hidden">
                  {', with '}
                </span>
                <Cell className="max-xl:inline">{batch.instructor_name}</Cell>
              </div>
              <Cell className="max-xl:order-1 max-xl:mt-1 xl:pr-6 xl:whitespace-nowrap">
                <BatchStatus status={batch.status} />
              </Cell>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={`col-start-2 xl:table-cell xl:px-3 xl:py-4 xl:align-middle ${className}`}>
      {children}
    </div>
  )
}

/** A compact date for the eye; screen readers get the full date. */
function DayTile({ instant }: { instant: string }) {
  return (
    <span aria-hidden="true" className="block rounded-md bg-sunken py-2 text-center leading-none xl:hidden">
      <span className="block text-xl font-bold text-signal">{formatDayOfMonth(instant)}</span>
      <span className="mt-1 block text-xs text-muted">{formatMonth(instant)}</span>
    </span>
  )
}
