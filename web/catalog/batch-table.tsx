import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CourseCard, UpcomingBatch } from '#contract/catalog.ts'
import { formatPlainDay } from '../ui/format.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { BatchStatus } from '../ui/status.tsx'

const columns = ['Course name', 'Batch type', 'Start date', 'Time', 'Mode', 'Instructor', 'Status'] as const

export interface BatchRow {
  course: Pick<CourseCard, 'id' | 'title'>
  batch: UpcomingBatch
}

/** The batches of all courses, those that can be chosen first, each group by its start; courses with none are skipped. */
export function batchRows(courses: CourseCard[]): BatchRow[] {
  return courses
    .flatMap(({ id, title, upcoming_batches }) => upcoming_batches.map((batch) => ({ course: { id, title }, batch })))
    .toSorted(
      (a, b) => Number(b.batch.can_enroll) - Number(a.batch.can_enroll) || a.batch.starts_at.localeCompare(b.batch.starts_at),
    )
}

/** A table on a desk, a card per batch on a phone; said by roles, since a `table` shown otherwise may stop being one. */
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
        <div role="rowgroup" className="grid gap-4 md:grid-cols-2 xl:table-row-group">
          {rows.map(({ course, batch }) => (
            <div
              key={batch.id}
              role="row"
              className="group relative block rounded-lg border border-line bg-surface px-5 py-3 shadow-card hover:bg-accent-soft xl:table-row xl:rounded-none xl:border-x-0 xl:border-t-0 xl:shadow-none xl:last:border-b-0"
            >
              <div role="cell" className="block py-2 xl:table-cell xl:align-middle xl:py-4 xl:pr-3 xl:pl-6">
                <Link
                  to={batch.can_enroll ? `/courses/${course.id}?batch=${batch.id}` : `/courses/${course.id}`}
                  className="text-base font-semibold group-hover:text-accent after:absolute after:inset-0 after:rounded-lg xl:text-sm"
                >
                  {course.title}
                </Link>
              </div>
              <Cell name="Batch type">{batch.batch_type}</Cell>
              <Cell name="Start date" className="figures font-semibold xl:whitespace-nowrap">
                <time dateTime={batch.date}>{formatPlainDay(batch.starts_at)}</time>
              </Cell>
              <Cell name="Time" className="figures">
                <span className="xl:block xl:whitespace-nowrap">{batch.time}</span> <LocalTime instant={batch.starts_at} />
              </Cell>
              <Cell name="Mode">{batch.mode_of_training}</Cell>
              <Cell name="Instructor">{batch.instructor_name}</Cell>
              <Cell name="Status" className="xl:whitespace-nowrap">
                <BatchStatus status={batch.status} />
              </Cell>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Cell({ name, className = '', children }: { name: (typeof columns)[number]; className?: string; children: ReactNode }) {
  return (
    <div
      role="cell"
      className="flex items-baseline justify-between gap-6 py-1.5 xl:table-cell xl:align-middle xl:px-3 xl:py-4 xl:last:pr-6"
    >
      <span aria-hidden="true" className="shrink-0 text-muted xl:hidden">
        {name}
      </span>
      <span className={`block max-xl:text-right ${className}`}>{children}</span>
    </div>
  )
}
