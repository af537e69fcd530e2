import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import {
  downloadImportProblems,
  type ImportColumn,
  importColumns,
  importDays,
  type ImportOutcome,
  importOutcomes,
  importProblemText,
  type ImportRecord,
  type ImportRow,
  imports,
  inviteImported,
  listImportRows,
  paymentColumns,
  type PaidLines,
  runImport,
  undoImport,
} from '#contract/desk/staff/imports.ts'
import { offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call, download } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ImportPage } from '#console/kit/imports/import-page.tsx'
import { LineTable } from '#console/kit/imports/line-table.tsx'
import { useImportAct } from '#console/kit/imports/use-import-act.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Empty, Failed, RecordState } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useChanges, useRecord } from '#console/kit/resource/calls.ts'
import { gains, ImportState, Outcome } from './import-state.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { columnLabels } from './column-labels.ts'
import { type ImportCell, otherProblemsOf, problemsOf, type Repair, RepairBar, RepairInput, useRepair } from './repair.tsx'
import { screen } from './screen.tsx'

/** One file: what a run would do with each of its lines, and then what it did. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(imports, id)
  useTitle(data ? data.file_name : screen.title)
  if (data) return <Import key={id} record={data} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing={`This import does not exist. A file that was only checked goes after ${importDays.checked} days.`}
      back={screen}
    />
  )
}

function Import({ record }: { record: ImportRecord }) {
  const { keep, forget } = useChanges(imports)
  const { act, failure, running } = useImportAct({ record: imports.record, keep, refresh: forget })
  const params = { id: record.id }
  const run = async () => {
    const question = {
      title: `Run ${record.file_name}?`,
      text: `It makes ${gains(record)}${record.paid ? '' : ' without a payment'}.${record.problems > 0 ? ` ${countOf(record.problems, 'line is', 'lines are')} left out.` : ''} ${mailsOf(record)}`,
      action: `Make ${gains(record)}`,
    }
    if (await confirm(question)) {
      await act(
        () => call(runImport, { params, body: { hash: record.hash } }),
        (after) => `${after.file_name} made ${gains(after)}.`,
      )
    }
  }
  const invite = async () => {
    const students = countOf(record.to_invite, 'student')
    const question = {
      title: `Invite ${students}?`,
      text: 'Each of them gets one mail with the courses and the way to log in.',
      action: `Send ${countOf(record.to_invite, 'invitation')}`,
    }
    if (await confirm(question)) {
      await act(
        () => call(inviteImported, { params, body: { count: record.to_invite } }),
        () => `${countOf(record.to_invite, 'invitation is', 'invitations are')} on the way.`,
      )
    }
  }
  const undo = async () => {
    const question = {
      title: `Undo ${record.file_name}?`,
      text: `${countOf(record.enrolments, 'enrolment ends', 'enrolments end')}. Of ${countOf(record.accounts, 'account')}, those that nobody has used are removed.${record.invited > 0 ? ` ${countOf(record.invited, 'invitation has', 'invitations have')} gone out: those students can not log in to it any more.` : ''} This can not be taken back.`,
      action: 'Undo the import',
      danger: true,
    }
    if (await confirm(question)) {
      await act(
        () => call(undoImport, { params, ifMatch: record.version }),
        () => `${record.file_name} is undone.`,
      )
    }
  }
  const changesNothing = record.accounts + record.enrolments + record.payments + record.waiting === 0
  const repair = useRepair(record, act)
  return (
    <ImportPage
      record={record}
      back={screen}
      state={<ImportState state={record.state} />}
      summary={<p className="mt-2 max-w-2xl break-words whitespace-pre-line">{record.reason}</p>}
      failure={failure}
      notice={<State record={record} changesNothing={changesNothing} />}
      details={<Columns columns={record.columns} />}
      actions={
        <>
          {record.problems > 0 ? <ProblemsButton id={record.id} /> : null}
          {record.state === 'checked' && !changesNothing ? (
            <Button
              variant="primary"
              pending={running && 'Running…'}
              disabled={repair.changed > 0}
              onClick={() => run()}
              className="whitespace-normal"
            >
              Make {gains(record)}
            </Button>
          ) : null}
          {record.state === 'done' && !changesNothing && record.payments + record.waiting === 0 ? (
            <Button pending={running && 'Undo'} onClick={() => undo()}>
              Undo
            </Button>
          ) : null}
          {record.state === 'done' && record.to_invite > 0 ? (
            <Button variant="primary" pending={running && 'Sending…'} onClick={() => invite()}>
              Send {countOf(record.to_invite, 'invitation')}
            </Button>
          ) : null}
        </>
      }
    >
      <Lines record={record} repair={repair} running={running} />
    </ImportPage>
  )
}

/** What goes out when it runs. */
function mailsOf({ payments, waiting }: ImportRecord): string {
  if (payments + waiting === 0) return 'No mail is sent yet.'
  const parts = [
    payments > 0 ? `${countOf(payments, 'receipt goes', 'receipts go')} out by mail` : '',
    waiting > 0 ? `${countOf(waiting, 'payment waits', 'payments wait')} for a second person or the bank` : '',
  ].filter(Boolean)
  return `${parts.join(', and ')}. Payments are taken back one by one, not with the import.`
}

/** What a person has to know before the next step. */
function State({ record, changesNothing }: { record: ImportRecord; changesNothing: boolean }) {
  if (record.needs_approval > 0 && record.state === 'checked') {
    const limit = record.approval_above_paise
    return (
      <Notice>
        {countOf(record.needs_approval, 'student')} would get more than{' '}
        {limit === null ? 'one person may give' : `${formatPaise(limit)}, which one person may give a student`} in a day. The run
        leaves these lines out. Enrol the students by hand: a second person decides.
      </Notice>
    )
  }
  if (record.state === 'checked' && changesNothing) return <Notice>This file changes nothing. There is nothing to run.</Notice>
  if (record.state === 'done' && record.payments + record.waiting > 0) {
    return (
      <p className="text-muted">
        This import can not be undone as a whole, because it has recorded payments. Refund a payment from its own page: that ends
        the place too.
      </p>
    )
  }
  if (record.state === 'undone' && record.accounts_left > 0) {
    return <Notice>{countOf(record.accounts_left, 'account stays', 'accounts stay')}, because somebody has used them.</Notice>
  }
  return null
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">{children}</p>
}

/** Columns that are named although the file does not have them. */
const usual: readonly ImportColumn[] = ['email', 'phone']

/** How the first line of the file was understood. */
function Columns({ columns }: Pick<ImportRecord, 'columns'>) {
  if (columns.length === 0) return null
  const unused = columns.flatMap(({ heading, column }) => (column === null ? [`“${heading}”`] : []))
  return (
    <dl aria-label="Columns of the file" className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {importColumns.map((name) => {
        const found = columns.find(({ column }) => column === name)
        if (!found && !usual.includes(name)) return null
        return (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{columnLabels[name]}</dt>
            <dd className="min-w-0 break-words">{found ? `“${found.heading}”` : 'not in the file'}</dd>
          </div>
        )
      })}
      {unused.length > 0 ? (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-muted">Not used</dt>
          <dd className="min-w-0 break-words">{unused.join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function ProblemsButton({ id }: { id: number }) {
  const { busy, run } = useDownload()
  const save = () => download(downloadImportProblems, {}, `import-${id}-problems.csv`, { id })
  return (
    <Button pending={busy && 'Saving…'} onClick={() => run(save)}>
      <Download aria-hidden="true" className="size-4" />
      Problems as CSV
    </Button>
  )
}

const tabs: readonly { outcome: ImportOutcome | null; label: string; countOf: (record: ImportRecord) => number | null }[] = [
  { outcome: null, label: 'All lines', countOf: ({ lines }) => lines },
  { outcome: 'problem', label: 'Left out', countOf: ({ problems }) => problems },
  { outcome: 'nothing', label: 'Nothing changes', countOf: ({ unchanged }) => unchanged },
]

function Lines({ record, repair, running }: { record: ImportRecord; repair: Repair; running: boolean }) {
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
        <Empty text={asked ? 'No line is like this.' : `The lines are gone. They stay for ${importDays.done} days.`} />
      ) : (
        <>
          <LineTable
            label="Lines of the file"
            rows={rows}
            columns={columnsOf(record, repair)}
            detailsOf={detailsOf(record, repair)}
          />
          {hasNextPage ? (
            <div className="mt-4">
              <Button pending={isFetchingNextPage && 'Loading…'} onClick={() => fetchNextPage()}>
                Show more lines
              </Button>
            </div>
          ) : null}
          <RepairBar repair={repair} running={running} />
        </>
      )}
    </div>
  )
}

const columnsOf = ({ approval_above_paise: limit, state, paid }: ImportRecord, repair: Repair) => {
  /** The cell of a line, or the field that repairs it. */
  const cellOr = (cell: ImportCell, show: (row: ImportRow) => ReactNode) => (row: ImportRow) =>
    repair.isField(row, cell) ? <RepairInput {...{ repair, row, cell, limit }} label={columnLabels[cell]} /> : show(row)
  return [
    {
      title: 'Name',
      show: cellOr('name', ({ student_id: id, name }) => (id === null ? name : <StudentLink id={id} name={name} />)),
    },
    { title: 'E-mail', className: 'break-all', show: cellOr('email', ({ email }) => email) },
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
              className="mt-1 block min-h-6 text-sm font-semibold text-quiet hover:underline touch:min-h-11"
            >
              Edit the line<span className="sr-only"> {row.line}</span>
            </button>
          ) : null}
        </>
      ),
    },
  ]
}

const paymentWords = {
  paid: '',
  waits: 'It waits for a second person.',
  at_bank: 'The cheque enrols when it clears.',
} as const

/** What is recorded for a line: amount, method, reference and day. */
function PaymentOfLine({ row, paid }: { row: ImportRow; paid: PaidLines | null }) {
  const { amount, method, reference, received_on: day, price_paise: price, payment } = row
  const due = paid?.amount_paise ?? price
  const parts = [
    amount === '' ? (due === null ? '' : formatPaise(due)) : amount,
    method === '' && paid?.method ? offlineMethodNames[paid.method] : method,
    reference,
    day === '' && paid?.received_on ? formatPlainDay(`${paid.received_on}T12:00:00Z`) : day,
  ].filter(Boolean)
  return (
    <p className="mt-1 text-sm text-muted">
      <span className="figures break-words">{parts.join(' · ')}</span>
      {payment && paymentWords[payment] !== '' ? <span className="block text-signal">{paymentWords[payment]}</span> : null}
    </p>
  )
}

/** What stands below a line: the fields of its payment, where one of them is repaired. */
const detailsOf = (record: ImportRecord, repair: Repair) => (row: ImportRow) =>
  record.paid && paymentColumns.some((cell) => repair.isField(row, cell)) ? <PaymentInputs {...{ record, repair, row }} /> : null

/** The payment of a line that is repaired. */
function PaymentInputs({ record, repair, row }: { record: ImportRecord; repair: Repair; row: ImportRow }) {
  const { paid, approval_above_paise: limit } = record
  const price = paid?.amount_paise ?? row.price_paise
  const hints: Partial<Record<ImportCell, string>> = {
    amount: price === null ? '' : formatPaise(price),
    method: paid?.method ? offlineMethodNames[paid.method] : '',
    received_on: paid?.received_on ?? '',
  }
  return (
    <div className="grid gap-x-3 gap-y-2 max-md:pb-2 sm:grid-cols-2 lg:grid-cols-4">
      {paymentColumns.map((cell) => (
        <RepairInput
          key={cell}
          {...{ repair, row, cell, limit }}
          label={columnLabels[cell]}
          isLabelled
          {...(hints[cell] ? { hint: hints[cell] } : {})}
        />
      ))}
    </div>
  )
}

function BatchOfLine({ row: { batch, course, starts_at: day } }: { row: ImportRow }) {
  return (
    <>
      {batch === '' ? null : <span className="md:hidden">Batch </span>}
      <span className="figures break-all">{batch}</span>
      {course && day ? (
        <span className="block text-muted">
          {course}, from {formatPlainDay(day)}
        </span>
      ) : null}
    </>
  )
}
