import { Link } from 'react-router'
import { type BatchChoice, choicePath } from './batch-choice.ts'
import { BatchFilterLists } from './batch-filter-lists.tsx'
import { BatchFilterSheet } from './batch-filter-sheet.tsx'

interface Props {
  /** Display names of the categories in display order; duplicates are removed. */
  categories: readonly string[]
  choice: BatchChoice
  /** How many batches fit the choice. */
  total: number
}

/**
 * The filters as links: each is one press, works without JavaScript and with the back button. Search engines do not follow
 * them, because their combinations have no end.
 */
export function BatchFilterLinks({ categories, choice, total }: Props) {
  const names = new Map(categories.map((category) => [category.toLowerCase(), category]))
  return (
    <div data-keeps-focus="">
      <nav
        aria-label="Course categories"
        className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap"
      >
        {[['all', 'All'] as const, ...names].map(([category, name]) => (
          <Link
            key={category}
            to={choicePath({ ...choice, category, after: null })}
            preventScrollReset
            aria-current={category === choice.category ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold max-md:shrink-0 max-md:whitespace-nowrap md:wrap-anywhere transition-colors duration-150 hover:border-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
          >
            {name}
          </Link>
        ))}
      </nav>
      <nav
        aria-label="Filters"
        className="mt-6 hidden gap-x-16 gap-y-3 max-lg:gap-x-8 md:grid md:grid-cols-[auto_auto] md:justify-start"
      >
        <BatchFilterLists choice={choice} />
      </nav>
      <BatchFilterSheet choice={choice} total={total} />
    </div>
  )
}
