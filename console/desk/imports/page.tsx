import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import {
  downloadImportProblems,
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
  runImport,
  undoImport,
} from '#contract/desk/staff/imports.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call, download } from '#console/kit/api/client.ts'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Empty, Failed, RecordState } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useChanges, useRecord } from '#console/kit/resource/calls.ts'
import { gains, ImportState, Outcome } from './import-state.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
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
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const act = async (work: () => Promise<ImportRecord>, done: (after: ImportRecord) => string) => {
    setRunning(true)
    setFailure(null)
    try {
      const after = keep(await work()) as ImportRecord
      notify(done(after))
    } catch (error) {
      setFailure(errorText(error))
      const current = currentOf(error, imports.record)
      if (current) keep(current)
    } finally {
      setRunning(false)
      await forget()
    }
  }
  const params = { id: record.id }
  const run = async () => {
    const question = {
      title: `Run ${record.file_name}?`,
      text: `It makes ${gains(record)} without a payment.${record.problems > 0 ? ` ${countOf(record.problems, 'line is', 'lines are')} left out.` : ''} No mail is sent yet.`,
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
  const changesNothing = record.accounts + record.enrolments === 0
  return (
    <div role="region" aria-label={record.file_name} tabIndex={0} className="h-full min-h-0 overflow-auto">
      <div className="border-b border-line px-4 pt-3 pb-4 sm:px-6">
        <Link to={screen.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
              <span className="min-w-0 break-all">{record.file_name}</span>
              <ImportState state={record.state} />
            </h1>
            <p className="mt-1 text-muted">
              {record.staff} · {formatMoment(record.ran_at ?? record.created_at)}
            </p>
            <p className="mt-2 max-w-2xl break-words whitespace-pre-line">{record.reason}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {record.problems > 0 ? <ProblemsButton id={record.id} /> : null}
            {record.state === 'checked' && !changesNothing ? (
              <Button variant="primary" pending={running && 'Running…'} onClick={() => run()}>
                Make {gains(record)}
              </Button>
            ) : null}
            {record.state === 'done' ? (
              <>
                {changesNothing ? null : (
                  <Button pending={running && 'Undo'} onClick={() => undo()}>
                    Undo
                  </Button>
                )}
                {record.to_invite > 0 ? (
                  <Button variant="primary" pending={running && 'Sending…'} onClick={() => invite()}>
                    Send {countOf(record.to_invite, 'invitation')}
                  </Button>
                ) : null}
              </>
            ) : null}
          </div>
        </header>
        <div className="mt-3 grid gap-2 empty:hidden">
          <FormError>{failure}</FormError>
          <State record={record} changesNothing={changesNothing} />
        </div>
        <Columns columns={record.columns} />
      </div>
      <Lines record={record} />
    </div>
  )
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
  if (record.state === 'undone' && record.accounts_left > 0) {
    return <Notice>{countOf(record.accounts_left, 'account stays', 'accounts stay')}, because somebody has used them.</Notice>
  }
  return null
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">{children}</p>
}

const columnLabels = { name: 'Name', email: 'E-mail', phone: 'Phone', batch: 'Batch' } as const

/** How the first line of the file was understood. */
function Columns({ columns }: Pick<ImportRecord, 'columns'>) {
  if (columns.length === 0) return null
  const unused = columns.flatMap(({ heading, column }) => (column === null ? [`“${heading}”`] : []))
  return (
    <dl aria-label="Columns of the file" className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {importColumns.map((name) => {
        const found = columns.find(({ column }) => column === name)
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

function Lines({ record }: { record: ImportRecord }) {
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
          <LineTable rows={rows} limit={record.approval_above_paise} state={record.state} />
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

/** A table; on a phone each line stands on its own. */
function LineTable({ rows, limit, state }: { rows: readonly ImportRow[]; limit: number | null; state: ImportRecord['state'] }) {
  return (
    <table aria-label="Lines of the file" className="mt-1 w-full table-fixed text-left max-md:block">
      <thead className="text-xs text-muted max-md:hidden">
        <tr>
          <th scope="col" className="w-12 py-2 pr-3 text-right font-semibold">
            Line
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            Name
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            E-mail
          </th>
          <th scope="col" className="w-28 py-2 xl:w-36 pr-3 font-semibold">
            Phone
          </th>
          <th scope="col" className="w-32 py-2 xl:w-56 pr-3 font-semibold">
            Batch
          </th>
          <th scope="col" className="w-44 py-2 xl:w-72 font-semibold">
            Outcome
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={row.line}
            className="border-t border-line align-top max-md:grid max-md:first:border-t-0 max-md:gap-x-3 max-md:py-2"
          >
            <td className="figures py-2 pr-3 text-right text-muted max-md:p-0 max-md:text-left max-md:text-xs">
              <span className="md:hidden">Line </span>
              {row.line}
            </td>
            <th scope="row" className="py-2 pr-3 font-semibold break-words max-md:p-0">
              {row.student_id === null ? row.name : <StudentLink id={row.student_id} name={row.name} />}
            </th>
            <td className="py-2 pr-3 break-all max-md:p-0">{row.email}</td>
            <td className="figures py-2 pr-3 break-all max-md:p-0">{row.phone}</td>
            <td className="py-2 pr-3 break-words max-md:p-0">
              {row.batch === '' ? null : <span className="md:hidden">Batch </span>}
              <span className="figures break-all">{row.batch}</span>
              {row.course && row.starts_at ? (
                <span className="block text-muted">
                  {row.course}, from {formatPlainDay(row.starts_at)}
                </span>
              ) : null}
            </td>
            <td className="py-2 max-md:p-0 max-md:pt-1">
              <Outcome row={row} state={state} />
              {(row.problem ? [row.problem, ...row.further_problems] : []).map((problem) => (
                <p key={problem} className="mt-1 text-bad">
                  {importProblemText(problem, limit)}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
