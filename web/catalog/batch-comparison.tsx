import { Link } from 'react-router'
import type { BatchRow } from '#contract/catalog/catalog.ts'
import { maxCompared } from '#contract/batch-filters.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatLongDay, formatRupees } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { type BatchChoice, choicePath, daysText } from './batch-choice.ts'

interface Props {
  rows: readonly BatchRow[]
  choice: BatchChoice
}

/** The compared batches side by side; below each other on a phone. */
export function BatchComparison({ rows, choice }: Props) {
  return (
    <section id="compare" aria-labelledby="compare-title" tabIndex={-1} className="mt-14 scroll-mt-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="compare-title" className="text-2xl">
          {rows.length === 1 ? 'Compare with one or two more' : `Compare ${rows.length} batches`}
        </h2>
        <Link
          to={choicePath({ ...choice, compare: [] })}
          preventScrollReset
          defaultShouldRevalidate={false}
          data-part=""
          rel="nofollow"
          className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline"
        >
          Clear the comparison
        </Link>
      </div>
      {rows.length === 1 ? (
        <p className="mt-2 text-muted">Press Compare at another batch. You can compare up to {maxCompared}.</p>
      ) : null}
      <ul className="mt-6 grid gap-x-8 gap-y-8 md:grid-flow-col md:auto-cols-fr md:grid-rows-[repeat(9,auto)] md:gap-y-0">
        {rows.map((row) => (
          <Compared key={row.batch.id} row={row} choice={choice} />
        ))}
      </ul>
    </section>
  )
}

function Compared({ row: { course, batch }, choice }: { row: BatchRow; choice: BatchChoice }) {
  const facts = [
    ['First class', formatLongDay(batch.starts_at)],
    ['Time', batch.time],
    ['Days', daysText(batch)],
    ['Instructor', batch.instructor_name],
    ['Level', course.difficulty_level],
    ['Duration', course.duration],
    ['Fee', formatRupees(course.amount)],
  ] as const
  return (
    <li className="rounded-lg border border-line bg-surface p-6 shadow-card md:row-span-9 md:grid md:grid-rows-subgrid">
      <h3 className="pb-4 text-lg">
        <Link to={pathTo('course', course.id, { batch: batch.id })} className="hover:text-accent hover:underline">
          {course.title}
        </Link>
      </h3>
      <dl className="figures contents text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="border-t border-line py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold">
              {value}{' '}
              {name === 'Time' ? (
                <span className="font-normal text-muted">
                  <LocalTime instant={batch.starts_at} />
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2 pt-4">
        <ButtonLink variant="primary" to={pathTo('start-payment', batch.id)} reloadDocument>
          Enroll<span className="sr-only"> in {course.title}</span>
        </ButtonLink>
        <ButtonLink
          to={choicePath({ ...choice, compare: choice.compare.filter((id) => id !== batch.id) })}
          variant="quiet"
          preventScrollReset
          defaultShouldRevalidate={false}
          data-part=""
          rel="nofollow"
        >
          Remove<span className="sr-only"> {course.title}</span>
        </ButtonLink>
      </div>
    </li>
  )
}
