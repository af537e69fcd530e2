import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  importDays,
  type ImportOutcome,
  importOutcomes,
  importProblemText,
  type ImportRecord,
  type ImportRow,
  imports,
  listImportRows,
} from '#contract/desk/staff/imports.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { LineTable } from '#console/kit/imports/line-table.tsx'
import { Button } from '#ui/button.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { columnLabels } from './column-labels.ts'
import { Outcome } from './import-state.tsx'
import { PaymentOfLine, paymentFieldsOf } from './payment-of-line.tsx'
import { type ImportCell, otherProblemsOf, problemsOf, type Repair, RepairBar, RepairInput } from './repair.tsx'

const tabs: readonly { outcome: ImportOutcome | null; label: string; countOf: (record: ImportRecord) => number | null }[] = [
  { outcome: null, label: 'All lines', countOf: ({ lines }) => lines },
  { outcome: 'problem', label: 'Left out', countOf: ({ problems }) => problems },
  { outcome: 'nothing', label: 'Nothing changes', countOf: ({ unchanged }) => unchanged },
]

const emptyTabs: Partial<Record<ImportOutcome, string>> = {
  problem: 'No line is left out.',
  nothing: 'Every line changes something.',
}

/** The lines of a file, with fields where they are wrong. */
export function Lines({ record, repair }: { record: ImportRecord; repair: Repair }) {
  const [params, setParams] = useSearchParams()
  const asked = importOutcomes.find((one) => one === params.get('outcome')) ?? null
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [imports.name, 'rows', record.id, asked],
    queryFn: ({ pageParam }) =>
      call(listImportRows, {
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
            {label} <span className="figures">{count(record)?.toLocaleString('en-IN')}</span>
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
        <Empty text={asked ? (emptyTabs[asked] ?? 'No line.') : `The lines are gone. They stay for ${importDays.done} days.`} />
      ) : (
        <>
          <LineTable
            label="Lines of the file"
            rows={rows}
            columns={columnsOf(record, repair)}
            detailsOf={paymentFieldsOf(record, repair)}
          />
          {hasNextPage ? (
            <div className="mt-4">
              <Button pending={isFetchingNextPage && 'Loading…'} onClick={() => fetchNextPage()}>
                Show more lines
              </Button>
            </div>
          ) : null}
          <RepairBar repair={repair} />
        </>
      )}
    </div>
  )
}

const columnsOf = ({ approval_above_paise: limit, state, paid }: ImportRecord, repair: Repair) => {
  /** The cell of a line, or the field that repairs it. */
  const cellOr = (cell: ImportCell, show: (row: ImportRow) => ReactNode) => (row: ImportRow) =>
    repair.isField(row, cell) ? (
      <RepairInput
        {...{ repair, row, cell, limit }}
        label={columnLabels[cell]}
        note={cell === 'batch' ? <CourseOfLine row={row} /> : null}
      />
    ) : (
      show(row)
    )
  return [
    {
      title: 'Name',
      show: cellOr('name', ({ student_id: id, name }) => (id === null ? name : <StudentLink id={id} name={name} />)),
    },
    { title: 'E-mail', className: 'wrap-anywhere', show: cellOr('email', ({ email }) => email) },
    {
      title: 'Phone',
      width: 'w-28 lg:w-36 xl:w-44',
      className: 'figures break-words',
      show: cellOr('phone', ({ phone }) => phone),
    },
    {
      title: 'Batch',
      width: 'w-28 lg:w-40 xl:w-56',
      className: 'break-words',
      show: cellOr('batch', (row) => <BatchOfLine row={row} />),
    },
    {
      title: 'Outcome',
      width: 'w-36 lg:w-44 xl:w-72',
      show: (row: ImportRow) => (
        <>
          <Outcome row={row} state={state} />
          {row.payment ? <PaymentOfLine row={row} paid={paid} /> : null}
          {(repair.canRepair(row) ? otherProblemsOf(row) : problemsOf(row)).map((problem) => (
            <p key={problem} className="mt-1 text-bad">
              {importProblemText(problem, limit)}
            </p>
          ))}
          {repair.canRepair(row) && !repair.isOpen(row) ? (
            <button
              type="button"
              onClick={() => repair.open(row)}
              className="mt-1 block min-h-6 text-sm text-muted underline underline-offset-2 hover:text-ink touch:min-h-11"
            >
              Edit the line<span className="sr-only"> {row.line}</span>
            </button>
          ) : null}
        </>
      ),
    },
  ]
}

function BatchOfLine({ row }: { row: ImportRow }) {
  const { batch } = row
  return (
    <>
      {batch === '' ? null : <span className="md:hidden">Batch </span>}
      <span className="figures wrap-anywhere">{batch}</span>
      <CourseOfLine row={row} />
    </>
  )
}

function CourseOfLine({ row: { course, starts_at: day } }: { row: ImportRow }) {
  if (!course || !day) return null
  return (
    <span className="block text-muted">
      {course}, from {formatPlainDay(day)}
    </span>
  )
}
