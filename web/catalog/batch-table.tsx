import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BatchRow, UpcomingBatch } from '#contract/catalog/catalog.ts'
import { maxCompared } from '#contract/batch-filters.ts'
import { pathTo } from '#contract/pages.ts'
import { fewSeats } from '#contract/rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDay, formatDayOfMonth, formatMonth, formatPlainDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { BatchStatus } from '#web/lib/batch-status.tsx'
import { type BatchChoice, choicePath, daysText } from './batch-choice.ts'
import { isFull } from './is-full.ts'

const columns = ['Start date', 'Course name', 'Time', 'Batch type', 'Instructor', 'Mode', 'Fee', 'Seats', 'Enroll'] as const

interface Props {
  /** The name of the table, such as "Batches in November 2026". */
  label: string
  rows: readonly BatchRow[]
  choice: BatchChoice
}

/** A table on a desktop, cards on a phone. Explicit roles, because `display` removes the semantics of a `table`. */
export function BatchTable({ label, rows, choice }: Props) {
  return (
    <div role="table" aria-label={label} className="block w-full text-left text-sm xl:table xl:border-collapse">
      <div role="rowgroup" className="sr-only">
        <div role="row">
          {columns.map((column) => (
            <div key={column} role="columnheader">
              {column}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="block divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <Row key={row.batch.id} row={row} choice={choice} />
        ))}
      </div>
    </div>
  )
}

function Row({ row: { course, batch }, choice }: { row: BatchRow; choice: BatchChoice }) {
  const full = isFull(batch)
  return (
    <div
      role="row"
      className="grid grid-cols-[min(3.5rem,22%)_minmax(0,1fr)] items-start gap-x-5 gap-y-3 py-6 md:max-xl:grid-cols-[3.5rem_minmax(0,1fr)_9.5rem_10rem] md:max-xl:grid-rows-[auto_1fr] xl:grid-cols-[3.5rem_minmax(0,1.45fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_19.5rem] xl:items-center xl:gap-x-8"
    >
      <div role="cell" className="max-md:row-span-3 md:max-xl:row-span-2">
        <time dateTime={batch.date}>
          <span className="sr-only">{formatPlainDay(batch.starts_at)}</span>
          <DayTile instant={batch.starts_at} />
        </time>
      </div>
      <div className="contents xl:block">
        <Cell className="max-xl:col-start-2 max-xl:row-start-1">
          <Link
            to={pathTo('course', course.id, full ? {} : { batch: batch.id })}
            className="inline-block max-w-full py-0.5 text-lg leading-snug wrap-anywhere font-bold tracking-tight hover:text-accent hover:underline"
          >
            {course.title}
          </Link>
          <span className="block text-muted">
            {course.difficulty_level} <span aria-hidden="true">·</span> {course.duration}
          </span>
        </Cell>
      </div>
      <div className="max-xl:col-start-2 max-xl:row-start-2">
        <Cell className="figures font-semibold">
          {batch.time}{' '}
          <span className="font-normal text-muted">
            <LocalTime instant={batch.starts_at} />
          </span>
        </Cell>
        <Cell className="text-muted">
          <span className="block">{daysText(batch)}</span>
          {batch.batch_type}
        </Cell>
      </div>
      <div className="max-xl:col-start-2 max-xl:row-start-3 md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
        <Cell className="font-semibold max-md:inline">{batch.instructor_name}</Cell>
        <span aria-hidden="true" className="md:hidden">
          {', '}
        </span>
        <Cell className="text-muted max-md:inline">{batch.mode_of_training}</Cell>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3 max-md:col-span-2 md:gap-x-5 md:max-xl:col-start-4 md:max-xl:row-span-2 md:max-xl:row-start-1 md:max-xl:flex-col md:max-xl:items-end xl:justify-end">
        <div className="md:text-right">
          <Cell className="figures text-lg font-bold tracking-tight">{formatRupees(course.amount)}</Cell>
          <Cell>
            <Seats batch={batch} full={full} />
          </Cell>
        </div>
        <Cell className="flex flex-wrap items-center gap-1.5 md:w-32 md:flex-col md:items-stretch md:gap-0">
          {full ? (
            <span className="text-muted md:text-center">No seat left</span>
          ) : (
            <>
              <CompareLink title={course.title} batch={batch} choice={choice} />
              <ButtonLink to={pathTo('start-payment', batch.id)} rel="nofollow" reloadDocument className="md:order-first">
                Enroll
                <span className="sr-only">
                  {' '}
                  in {course.title}, {formatDay(batch.starts_at)}
                </span>
              </ButtonLink>
            </>
          )}
        </Cell>
      </div>
    </div>
  )
}

function Seats({ batch, full }: { batch: UpcomingBatch; full: boolean }) {
  const left = batch.seats_left
  return (
    <>
      <BatchStatus status={batch.status} full={full} />
      {left !== null && left > 0 && left <= fewSeats ? (
        <span className="figures block text-muted">{left === 1 ? '1 seat' : `${left} seats`}</span>
      ) : null}
    </>
  )
}

/** Adds a batch to the comparison or removes it. */
function CompareLink({ title, batch, choice }: { title: string; batch: UpcomingBatch; choice: BatchChoice }) {
  const isCompared = choice.compare.includes(batch.id)
  if (!isCompared && choice.compare.length >= maxCompared) return null
  const compare = isCompared ? choice.compare.filter((id) => id !== batch.id) : [...choice.compare, batch.id]
  return (
    <Link
      to={choicePath({ ...choice, compare })}
      preventScrollReset
      defaultShouldRevalidate={false}
      rel="nofollow"
      data-keeps-focus=""
      aria-current={isCompared ? 'true' : undefined}
      className="inline-flex min-h-11 items-center justify-center rounded-md px-1 font-semibold whitespace-nowrap text-accent hover:bg-accent-soft md:px-3"
    >
      {isCompared ? 'Compared ✓' : 'Compare'}
      <span className="sr-only">
        {isCompared ? ': remove ' : ' '}
        {title}, {formatDay(batch.starts_at)}
      </span>
    </Link>
  )
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={className}>
      {children}
    </div>
  )
}

/** A compact date for the eye; screen readers get the full date. */
function DayTile({ instant }: { instant: string }) {
  return (
    <span aria-hidden="true" className="figures block rounded-md bg-signal-soft py-2.5 text-center leading-none text-signal">
      <span className="block text-xl font-extrabold">{formatDayOfMonth(instant)}</span>
      <span className="mt-1 block text-xs font-semibold">{formatDay(instant).split(' ')[0]}</span>
      <span className="block text-xs">{formatMonth(instant)}</span>
    </span>
  )
}
