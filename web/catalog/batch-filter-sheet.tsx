import { SlidersHorizontal, X } from 'lucide-react'
import { Link } from 'react-router'
import { batchFilterNames, batchFilters } from '#contract/batch-filters.ts'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { closesDialog, DocumentDialog, opensDialog } from '#ui/document-dialog.tsx'
import { type BatchChoice, batchCount, choicePath } from './batch-choice.ts'
import { BatchFilterLists } from './batch-filter-lists.tsx'

const sheetId = 'batch-filters'

interface Props {
  choice: BatchChoice
  /** How many batches fit the choice. */
  total: number
}

/** The filters of a phone: those that are set, each with a press to remove it, and all of them in a sheet. */
export function BatchFilterSheet({ choice, total }: Props) {
  const set = batchFilterNames.flatMap((name) => {
    const value = choice.filters[name]
    return value === undefined
      ? []
      : [{ name, label: Object.entries(batchFilters[name]).find(([key]) => key === value)?.[1] ?? value }]
  })
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" {...opensDialog(sheetId)} className={`${buttonClass()} md:hidden`}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filters
          {set.length > 0 ? <span className="figures rounded-full bg-accent-soft px-2.5 text-accent">{set.length}</span> : null}
        </button>
        <ButtonLink
          variant="quiet"
          className="px-3 md:-ml-3"
          to={choicePath({ ...choice, filters: {}, after: null, find: 'days' })}
          rel="nofollow"
        >
          Help me choose
        </ButtonLink>
        {set.map(({ name, label }) => (
          <Link
            key={name}
            to={choicePath({ ...choice, filters: { ...choice.filters, [name]: undefined }, after: null })}
            preventScrollReset
            rel="nofollow"
            className="figures inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-3 text-sm font-semibold text-accent wrap-anywhere forced-colors:border md:hidden"
          >
            <span className="sr-only">Remove the filter </span>
            {label}
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        ))}
      </div>
      {/* Outside of what a wide screen hides: a turned phone must not hide an open dialog. */}
      <DocumentDialog id={sheetId} title="Filters" description="The list follows each choice.">
        <nav aria-label="Filters" className="grid gap-5">
          <BatchFilterLists choice={choice} />
        </nav>
        <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-center gap-2 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 short:static">
          <Button variant="primary" size="lg" {...closesDialog(sheetId)} className="flex-1 px-3 whitespace-nowrap">
            {total === 0 ? 'No batch fits' : `Show ${batchCount(total)}`}
          </Button>
          {set.length > 0 ? (
            <ButtonLink
              variant="quiet"
              size="lg"
              className="px-4"
              to={choicePath({ ...choice, filters: {}, after: null })}
              preventScrollReset
              rel="nofollow"
            >
              Remove all
            </ButtonLink>
          ) : null}
        </div>
      </DocumentDialog>
    </>
  )
}
