import { Link } from 'react-router'
import { type BatchFilter, batchFilterNames, batchFilters } from '#contract/batch-filters.ts'
import { type BatchChoice, choicePath } from './batch-choice.ts'

const titles: Record<BatchFilter, string> = { days: 'Days', time: 'Time of day', level: 'Level', fee: 'Fee' }

/** The values of each filter, of which one is chosen. */
export function BatchFilterLists({ choice }: { choice: BatchChoice }) {
  return batchFilterNames.map((name) => <FilterList key={name} name={name} choice={choice} />)
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
