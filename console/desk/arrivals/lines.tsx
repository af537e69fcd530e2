import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import {
  arrivalColumns,
  arrivalDays,
  type ArrivalKind,
  type ArrivalOutcome,
  arrivalOutcomes,
  type ArrivalRecord,
  type ArrivalRow,
  arrivals,
  listArrivalRows,
} from '#contract/desk/staff/arrivals.ts'
import { call } from '#console/kit/api/client.ts'
import { LineTable } from '#console/kit/imports/line-table.tsx'
import { Empty, Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { Button } from '#ui/button.tsx'
import { isAtWork, Outcome } from './arrival-state.tsx'

const tabs: readonly { outcome: ArrivalOutcome | null; label: string; countOf: (record: ArrivalRecord) => number }[] = [
  { outcome: null, label: 'All lines', countOf: ({ lines }) => lines },
  { outcome: 'new', label: 'New', countOf: ({ additions }) => additions },
  { outcome: 'changed', label: 'Changed', countOf: ({ changes }) => changes },
  { outcome: 'same', label: 'There already', countOf: ({ unchanged }) => unchanged },
  { outcome: 'problem', label: 'Left out', countOf: ({ problems }) => problems },
]

/** The lines of a file with what becomes of each. */
export function Lines({ record }: { record: ArrivalRecord }) {
  const [params, setParams] = useSearchParams()
  const asked = arrivalOutcomes.find((one) => one === params.get('outcome')) ?? null
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [arrivals.name, 'rows', record.id, asked],
    queryFn: ({ pageParam }) =>
      call(listArrivalRows, {
        params: { id: record.id },
        query: { ...(asked ? { outcome: asked } : {}), ...(pageParam === null ? {} : { after: String(pageParam) }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_after,
  })
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="px-4 py-5 sm:px-6">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-x-5 border-b border-line">
        {tabs.map(({ outcome, label, countOf: count }) => (
          <button
            key={label}
            type="button"
            aria-pressed={asked === outcome}
            onClick={() => setParams(outcome ? { outcome } : {}, { replace: true })}
            className="h-9 border-b-2 border-transparent text-muted hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink touch:h-11"
          >
            {label} <span className="figures">{count(record).toLocaleString('en-IN')}</span>
          </button>
        ))}
      </div>
      {isPending ? (
        <div className="py-6">
          <SkeletonLines lines={5} />
        </div>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <Empty text={asked ? 'No line.' : `The lines are gone. They stay for ${arrivalDays.done} days.`} />
      ) : (
        <>
          <LineTable label="Lines of the file" rows={rows} columns={columnsOf(record)} />
          {hasNextPage ? (
            <div className="mt-4">
              <Button pending={isFetchingNextPage && 'Loading…'} onClick={() => fetchNextPage()}>
                Show more lines
              </Button>
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}

/** The column that names a line. */
const naming: Readonly<Record<ArrivalKind, string>> = { courses: 'title', batches: 'course', past_payments: 'email' }

/** The page of what a line has made. A payment has none of its own. */
function pathOf({ kind }: ArrivalRecord, { target_id: id, outcome }: ArrivalRow): string | null {
  if (id === null || outcome === 'problem' || kind === 'past_payments') return null
  return kind === 'courses' ? `/courses/${id}` : `/batches/${id}`
}

function columnsOf(record: ArrivalRecord) {
  const names: Readonly<Record<string, string>> = arrivalColumns[record.kind].names
  const first = naming[record.kind]
  const others = record.columns.flatMap(({ column }) => (column === null || column === first ? [] : [column]))
  return [
    {
      title: names[first] ?? '',
      show: (row: ArrivalRow) => {
        const path = isAtWork(record) ? null : pathOf(record, row)
        const name = row.cells[first] ?? '–'
        return path === null ? (
          <span className="wrap-anywhere">{name}</span>
        ) : (
          <Link to={path} className="wrap-anywhere underline underline-offset-2">
            {name}
          </Link>
        )
      },
    },
    {
      title: 'Says',
      width: 'w-2/5',
      className: 'text-muted',
      show: ({ cells }: ArrivalRow) => (
        <span className="line-clamp-3 wrap-anywhere">
          {others
            .filter((column) => cells[column])
            .map((column) => `${names[column]}: ${cells[column]}`)
            .join(' · ')}
        </span>
      ),
    },
    {
      title: 'Outcome',
      width: 'w-36 lg:w-44 xl:w-80',
      show: (row: ArrivalRow) => (
        <>
          <Outcome row={row} state={record.state} />
          {row.problems.map(({ column, text }) => (
            <p key={`${column ?? ''} ${text}`} className="mt-1 text-bad">
              {column === null ? null : <span className="font-semibold">{names[column] ?? column}: </span>}
              {text}
            </p>
          ))}
          {row.note === '' ? null : <p className="mt-1 text-muted">{row.note}</p>}
        </>
      ),
    },
  ]
}
