import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type BatchFilter, batchFilterNames, batchFilters } from '#contract/batch-filters.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { BatchPage } from './batch-chooser.tsx'
import { type BatchChoice, batchCount, choicePath } from './batch-choice.ts'
import { FoundBatches } from './found-batches.tsx'

export const finderTitles: Record<NonNullable<BatchChoice['find']>, string> = {
  days: 'Which days suit you?',
  time: 'Which time of day suits you?',
  level: 'Which level do you look for?',
  fee: 'What may the course cost?',
  three: 'Batches for you',
}

/** Four questions, each a page of links, so that it works without JavaScript and with the back button. */
export function BatchFinder({ page, choice }: { page: BatchPage; choice: BatchChoice }) {
  const question = batchFilterNames.find((name) => name === choice.find)
  return question ? <Question name={question} total={page.total} choice={choice} /> : <FoundBatches page={page} choice={choice} />
}

interface QuestionProps {
  name: BatchFilter
  /** How many batches fit the answers so far. */
  total: number
  choice: BatchChoice
}

function Question({ name, total, choice }: QuestionProps) {
  const place = batchFilterNames.indexOf(name)
  const answers = [...Object.entries(batchFilters[name]), [undefined, 'It does not matter'] as const]
  return (
    <div className="max-w-xl">
      <p className="figures text-sm text-muted">
        Question {place + 1} of {batchFilterNames.length}. {batchCount(total)} so far.
      </p>
      <ul className="mt-4 grid gap-3">
        {answers.map(([value, label]) => (
          <li key={label}>
            <Link
              to={choicePath({
                ...choice,
                filters: { ...choice.filters, [name]: value },
                after: null,
                find: batchFilterNames[place + 1] ?? 'three',
              })}
              rel="nofollow"
              className="figures flex min-h-14 items-center justify-between gap-4 rounded-md border border-edge bg-surface px-5 py-3 font-semibold transition-colors duration-150 hover:border-ink"
            >
              {label}
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-2">
        {place > 0 ? (
          <ButtonLink to={choicePath({ ...choice, find: batchFilterNames[place - 1] })} rel="nofollow">
            Back
          </ButtonLink>
        ) : null}
        <ButtonLink variant="quiet" to={choicePath({ ...choice, find: undefined })} rel="nofollow">
          See the list instead
        </ButtonLink>
      </div>
    </div>
  )
}
