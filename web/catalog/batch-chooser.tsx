import { Link } from 'react-router'
import type { BatchRow } from '#contract/catalog/catalog.ts'
import { maxCompared } from '#contract/batch-filters.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageLinks } from '#web/lib/page-links.tsx'
import { type BatchChoice, batchCount, byMonth, choicePath } from './batch-choice.ts'
import { BatchComparison } from './batch-comparison.tsx'
import { BatchFilterLinks } from './batch-filter-links.tsx'
import { BatchTable } from './batch-table.tsx'
import { useAskedChoice } from './use-asked-choice.ts'

export interface BatchPage {
  items: BatchRow[]
  next: number | null
  /** The last batch of the page before; null on the first page. */
  after: string | null
  /** Batches of all pages. */
  total: number
  /** Categories with a new batch. */
  categories: string[]
  /** Compared batches, which may stand on other pages. */
  compared: BatchRow[]
  /** At the end of the finder, how many of the items fit all answers. */
  fitting: number
}

/** A page of the upcoming batches by month, with filters and a comparison. */
export function BatchChooser({ page, choice }: { page: BatchPage; choice: BatchChoice }) {
  const { items, next, total } = page
  const asked = useAskedChoice(choice)
  const known = [...items, ...page.compared]
  const compared = choice.compare.flatMap((id) => known.find(({ batch }) => batch.id === id && batch.can_enroll) ?? [])
  return (
    <>
      <BatchFilterLinks categories={page.categories} choice={asked} total={total} />
      <p role="status" className="figures mt-4 text-sm text-muted md:mt-6">
        {batchCount(total)}
      </p>
      {/* The bar sticks within the list, so that it never covers the comparison below. */}
      <div>
        {items.length > 0 ? (
          byMonth(items).map(([month, ofMonth]) => (
            <section key={month} className="mt-6 md:mt-8">
              <h2 className="mb-3 text-2xl md:mb-4">{month}</h2>
              <BatchTable label={`Batches in ${month}`} rows={ofMonth} choice={asked} />
            </section>
          ))
        ) : (
          <NothingChosen choice={choice} />
        )}
        {compared.length > 0 ? (
          <p className="sticky bottom-3 z-10 mx-auto mt-6 flex w-fit max-w-full flex-wrap items-center justify-center gap-x-5 rounded-lg border border-line bg-surface px-5 py-1 text-sm shadow-lift">
            <span className="figures">
              {compared.length} of {maxCompared} chosen
            </span>
            <a href="#compare" className="inline-flex min-h-11 items-center font-semibold text-accent underline">
              See them side by side
            </a>
          </p>
        ) : null}
      </div>
      <PageLinks
        of="batches"
        first={page.after === null ? null : choicePath({ ...choice, after: null })}
        next={next === null ? null : choicePath({ ...choice, after: String(next) })}
        unlisted={Object.keys(choice.filters).length > 0 || choice.compare.length > 0}
      />
      {compared.length > 0 ? <BatchComparison rows={compared} choice={asked} /> : null}
    </>
  )
}

function NothingChosen({ choice }: { choice: BatchChoice }) {
  const filtered = Object.keys(choice.filters).length > 0
  return (
    <div className="mt-6">
      <Empty title={filtered ? 'No batch fits these filters' : 'No upcoming batches in this category'}>
        <p className="mx-auto mt-2 max-w-md text-muted">
          {filtered
            ? 'Remove a filter, or ask for a call on a course page. We will call you when we plan a batch that fits.'
            : 'We are setting new dates. Ask for a call on a course page, and we call you when they are set.'}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {filtered && choice.category !== 'all' ? (
            <ButtonLink variant="primary" to={choicePath({ ...choice, filters: {}, after: null })}>
              Remove the filters
            </ButtonLink>
          ) : null}
          <ButtonLink to={choicePath({ category: 'all', filters: {}, compare: choice.compare, after: null })}>
            See all batches
          </ButtonLink>
        </div>
        <p className="mt-4 text-sm">
          <Link to="/courses" className="inline-block py-1 underline">
            See all courses
          </Link>
        </p>
      </Empty>
    </div>
  )
}
