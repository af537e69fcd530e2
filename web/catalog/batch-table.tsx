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
  /** What a batch that is to be compared is added to. */
  choice?: BatchChoice
  /** No heading above names the month. */
  showsMonth?: boolean
}

/** A phone shows a button of 32 px, and a finger finds 44 px of it. */
const lowButton =
  'max-md:relative max-md:[--control:2rem] max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.75'

/** A table on a desktop, low rows on a phone. Explicit roles, because `display` removes the semantics of a `table`. */
export function BatchTable({ label, rows, choice, showsMonth = false }: Props) {
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
          <Row key={row.batch.id} row={row} choice={choice} showsMonth={showsMonth} />
        ))}
      </div>
    </div>
  )
}

interface RowProps extends Required<Pick<Props, 'showsMonth'>> {
  row: BatchRow
  choice: BatchChoice | undefined
}

function Row({ row: { course, batch }, choice, showsMonth }: RowProps) {
  const full = isFull(batch)
  return (
    <div
      role="row"
      className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] items-start gap-x-3 py-1.5 max-md:grid-rows-[auto_1fr_auto] md:gap-x-5 md:gap-y-3 md:py-6 md:max-xl:grid-cols-[3.5rem_minmax(0,1fr)_9.5rem_10rem] md:max-xl:grid-rows-[auto_1fr] xl:grid-cols-[3.5rem_minmax(0,1.45fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_20.5rem] xl:items-center xl:gap-x-8"
    >
      <div role="cell" className="max-xl:row-span-2">
        <time dateTime={batch.date}>
          <span className="sr-only">{formatPlainDay(batch.starts_at)}</span>
          <DayTile instant={batch.starts_at} showsMonth={showsMonth} />
        </time>
      </div>
      <div className="contents xl:block">
        <Cell className="max-xl:col-start-2 max-xl:row-start-1">
          <Link
            to={pathTo('course', course.id, full ? {} : { batch: batch.id })}
            className="inline-block max-w-full text-sm leading-tight font-bold tracking-tight wrap-anywhere hover:text-accent hover:underline max-md:line-clamp-2 max-md:after:absolute max-md:after:inset-0 md:py-0.5 md:text-lg md:leading-snug"
          >
            {course.title}
          </Link>
          <span className="block text-muted max-md:hidden">
            {course.difficulty_level} <span aria-hidden="true">·</span> {course.duration}
          </span>
        </Cell>
      </div>
      <div className="max-md:col-start-2 max-md:line-clamp-2 max-md:pt-0.5 max-md:text-xs max-md:leading-tight md:contents">
        <div className="max-md:inline md:max-xl:col-start-2 md:max-xl:row-start-2">
          <Cell className="figures font-semibold max-md:inline">
            {batch.time}{' '}
            <span className="font-normal text-muted">
              <LocalTime instant={batch.starts_at} />
            </span>
          </Cell>
          <Dot />
          <Cell className="text-muted max-md:inline">
            <span className="block max-md:hidden">{daysText(batch)}</span>
            {batch.batch_type}
          </Cell>
        </div>
        <Dot />
        <div className="max-md:inline md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
          <Cell className="max-md:inline max-md:text-muted md:font-semibold">{batch.instructor_name}</Cell>
          <Dot />
          <Cell className="text-muted max-md:inline">{batch.mode_of_training}</Cell>
        </div>
      </div>
      <div className="flex items-center justify-between gap-x-2 max-md:col-span-2 md:flex-wrap md:gap-x-5 md:gap-y-3 md:max-xl:col-start-4 md:max-xl:row-span-2 md:max-xl:row-start-1 md:max-xl:flex-col md:max-xl:items-end xl:justify-end">
        <div className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 md:text-right">
          <Cell className="figures text-sm font-bold tracking-tight max-md:leading-tight md:text-lg">
            {formatRupees(course.amount)}
          </Cell>
          <Cell className="max-md:flex max-md:items-center">
            <Seats batch={batch} />
          </Cell>
        </div>
        <Cell className="relative flex shrink-0 items-center gap-1 md:w-32 md:flex-col md:items-stretch md:gap-0">
          {full ? (
            <>
              <p className="font-semibold text-muted max-md:text-xs md:text-center">Full</p>
              <ButtonLink to={pathTo('waitlist', batch.id)} rel="nofollow" className={`max-md:px-3 md:order-first ${lowButton}`}>
                Waitlist
                <span className="sr-only">
                  {' '}
                  of {course.title}, {formatDay(batch.starts_at)}
                </span>
              </ButtonLink>
            </>
          ) : (
            <>
              {choice ? <CompareLink title={course.title} batch={batch} choice={choice} /> : null}
              <ButtonLink
                to={pathTo('start-payment', batch.id)}
                rel="nofollow"
                reloadDocument
                className={`max-md:px-3 md:order-first ${lowButton}`}
              >
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

/** The place of the button says that a batch is full. */
function Seats({ batch }: { batch: UpcomingBatch }) {
  const left = batch.seats_left
  return (
    <>
      <BatchStatus status={batch.status} className="text-xs leading-tight md:text-sm" />
      {left !== null && left > 0 && left <= fewSeats ? (
        <span className="figures text-muted max-md:ml-1.5 max-md:text-xs max-md:leading-tight max-[22rem]:hidden md:block">
          {left === 1 ? '1 seat' : `${left} seats`}
        </span>
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
      className={`inline-flex min-h-(--control) items-center justify-center rounded-md px-1 font-semibold whitespace-nowrap text-accent hover:bg-accent-soft max-md:text-xs md:px-3 ${lowButton}`}
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

function Dot() {
  return (
    <span aria-hidden="true" className="text-muted md:hidden">
      {' · '}
    </span>
  )
}

/** A compact date for the eye; screen readers get the full date. */
function DayTile({ instant, showsMonth }: { instant: string; showsMonth: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="figures block rounded-md bg-signal-soft py-1 text-center leading-none text-signal md:py-2.5"
    >
      <span className="block text-xl leading-none font-extrabold md:leading-tight">{formatDayOfMonth(instant)}</span>
      <span className="mt-1 block text-xs font-semibold">{formatDay(instant).split(' ')[0]}</span>
      <span className={`block text-xs ${showsMonth ? '' : 'max-md:hidden'}`}>{formatMonth(instant)}</span>
    </span>
  )
}
