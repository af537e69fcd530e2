import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { type BatchFilter, batchFilterNames, batchFilters } from '#contract/batch-filters.ts'
import { type BatchChoice, choicePath } from './batch-choice.ts'

interface Props {
  /** Display names of the categories in display order; duplicates are removed. */
  categories: readonly string[]
  choice: BatchChoice
}

const titles: Record<BatchFilter, string> = { days: 'Days', time: 'Time of day', level: 'Level', fee: 'Fee' }

/**
 * The filters as links: each is one press, works without JavaScript and with the back button. Search engines do not follow
 * them, because their combinations have no end.
 */
export function BatchFilterLinks({ categories, choice }: Props) {
  const names = new Map(categories.map((category) => [category.toLowerCase(), category]))
  const set = batchFilterNames.filter((name) => choice.filters[name] !== undefined).length
  const lists = batchFilterNames.map((name) => <FilterList key={name} name={name} choice={choice} />)
  return (
    <div data-keeps-focus="">
      <nav aria-label="Course categories" className="flex flex-wrap gap-2">
        {[['all', 'All'] as const, ...names].map(([category, name]) => (
          <Link
            key={category}
            to={choicePath({ ...choice, category, after: null })}
            preventScrollReset
            aria-current={category === choice.category ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold wrap-anywhere transition-colors duration-150 hover:border-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
          >
            {name}
          </Link>
        ))}
      </nav>
      <nav aria-label="Filters" className="mt-6">
        <details className="group md:hidden" open={set > 0}>
          <summary className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent marker:content-none">
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            Days, time, level and fee
            {set > 0 ? <span className="figures rounded-full bg-accent-soft px-2.5">{set}</span> : null}
          </summary>
          <div className="mt-2 grid gap-4">{lists}</div>
        </details>
        <div className="hidden gap-x-16 gap-y-3 md:grid md:grid-cols-[auto_auto] md:justify-start max-lg:gap-x-8">{lists}</div>
      </nav>
    </div>
  )
}

function FilterList({ name, choice }: { name: BatchFilter; choice: BatchChoice }) {
  const chosen = choice.filters[name]
  return (
    <div role="group" aria-label={titles[name]}>
      <p aria-hidden="true" className="eyebrow">
        {titles[name]}
      </p>
      <ul className="-ml-2.5 flex flex-wrap">
        {[[undefined, 'Any'] as const, ...Object.entries(batchFilters[name])].map(([value, label]) => (
          <li key={label}>
            <Link
              to={choicePath({ ...choice, filters: { ...choice.filters, [name]: value }, after: null })}
              preventScrollReset
              rel="nofollow"
              aria-current={value === chosen ? 'true' : undefined}
              className="figures inline-flex min-h-11 items-center rounded-md px-2.5 text-sm whitespace-nowrap text-muted underline-offset-8 hover:text-accent aria-[current=true]:font-semibold aria-[current=true]:text-ink aria-[current=true]:underline aria-[current=true]:decoration-2 aria-[current=true]:decoration-accent md:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
