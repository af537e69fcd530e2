import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import {
  arrivalColumns,
  arrivalDays,
  type ArrivalRecord,
  arrivals,
  downloadArrivalProblems,
  runArrival,
  undoArrival,
} from '#contract/desk/staff/arrivals.ts'
import type { FileFormat } from '#contract/exported-files.ts'
import { call, download } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ImportPage } from '#console/kit/imports/import-page.tsx'
import { useImportAct } from '#console/kit/imports/use-import-act.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { FormatItems } from '#console/kit/parts/export-menu.tsx'
import { Menu } from '#console/kit/parts/menu.tsx'
import { RecordState } from '#console/kit/parts/states.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useChanges, useRecord } from '#console/kit/resource/calls.ts'
import { Button } from '#ui/button.tsx'
import { ArrivalState, countOfKind, gains, isAtWork } from './arrival-state.tsx'
import { Lines } from './lines.tsx'
import { screen } from './screen.tsx'

/** Milliseconds between two questions about a run that goes on. */
const askEvery = 1000

/** One file: what a run would do with each of its lines, and then what it did. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(arrivals, id)
  useTitle(data ? data.file_name : screen.title)
  if (data) return <Arrival key={id} record={data} refetch={refetch} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing={`This arrival does not exist. A file that was only checked goes after ${arrivalDays.checked} days.`}
      back={screen}
    />
  )
}

function Arrival({ record, refetch }: { record: ArrivalRecord; refetch: () => Promise<unknown> }) {
  const { keep, forget } = useChanges(arrivals)
  const { act, failure, running } = useImportAct({ record: arrivals.record, keep, refresh: forget })
  const atWork = isAtWork(record)
  useProgress(atWork, record, refetch, forget)
  const params = { id: record.id }
  const brings = record.additions + record.changes
  const run = async () => {
    const left = record.problems > 0 ? ` ${countOf(record.problems, 'line is', 'lines are')} left out.` : ''
    const drafts = record.kind === 'past_payments' ? '' : ' What is new is a draft, which only staff see.'
    const question = { title: `Run ${record.file_name}?`, text: `It brings ${gains(record)}.${drafts}${left}`, action: 'Run it' }
    if (await confirm(question)) {
      await act(() => call(runArrival, { params, ifMatch: record.version }), `${record.file_name} is running.`)
    }
  }
  const undo = async () => {
    const question = {
      title: `Undo ${record.file_name}?`,
      text: `${countOfKind(record, brings)} of this file go, or are as they were. Lines on which something has been built since stay, and say why.`,
      action: 'Undo the arrival',
      danger: true,
    }
    if (await confirm(question)) {
      await act(() => call(undoArrival, { params, ifMatch: record.version }), `${record.file_name} is being undone.`)
    }
  }
  return (
    <ImportPage
      record={record}
      back={screen}
      state={<ArrivalState state={record.state} />}
      summary={
        <p className="mt-2 max-w-2xl break-words">
          {gains(record)}, from {record.source}
        </p>
      }
      failure={failure}
      notice={<Notice record={record} />}
      details={<ReadColumns record={record} />}
      actions={
        <>
          {record.problems > 0 ? <ProblemsButton id={record.id} /> : null}
          {record.state === 'checked' && brings > 0 ? (
            <Button variant="primary" pending={running && 'Beginning…'} onClick={() => run()}>
              Make {gains(record)}
            </Button>
          ) : null}
          {record.state === 'done' && brings > 0 ? (
            <Button pending={running && 'Beginning…'} onClick={() => undo()}>
              Undo
            </Button>
          ) : null}
        </>
      }
    >
      <Lines record={record} />
    </ImportPage>
  )
}

/** Asks how far a run is, and reads its lines again at its end. */
function useProgress(
  atWork: boolean,
  record: ArrivalRecord,
  refetch: () => Promise<unknown>,
  forget: () => Promise<unknown>,
): void {
  const [wasAtWork, setWasAtWork] = useState(atWork)
  useEffect(() => {
    if (!atWork) return
    const timer = setTimeout(() => void refetch(), askEvery)
    return () => clearTimeout(timer)
  }, [atWork, record, refetch])
  useEffect(() => {
    if (wasAtWork === atWork) return
    setWasAtWork(atWork)
    if (!atWork) void forget()
  }, [wasAtWork, atWork, forget])
}

/** What a person has to know before the next step. */
function Notice({ record }: { record: ArrivalRecord }) {
  const { state, lines, done_lines: done, kept, problems } = record
  if (isAtWork(record)) {
    const text = `${done.toLocaleString('en-IN')} of ${countOf(lines, 'line')}`
    return (
      <div className="grid max-w-md gap-1.5">
        <p role="status">{state === 'running' ? `Running: ${text}` : `Being undone: ${text}`}</p>
        <progress
          aria-label="Progress"
          value={done}
          max={lines}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
        <p className="text-sm text-muted">It goes on when you leave this page.</p>
      </div>
    )
  }
  if (state === 'checked' && record.additions + record.changes === 0) {
    return (
      <Strong>
        {problems > 0
          ? 'Nothing can be brought over yet. Mend the file, then check it again.'
          : 'This file changes nothing. There is nothing to run.'}
      </Strong>
    )
  }
  if (state === 'undone' && kept > 0) return <Strong>{countOf(kept, 'line stays', 'lines stay')}. Each says why.</Strong>
  return null
}

function Strong({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">{children}</p>
}

/** How the line of headings was understood. */
function ReadColumns({ record: { kind, columns } }: { record: ArrivalRecord }) {
  const names: Readonly<Record<string, string>> = arrivalColumns[kind].names
  const unused = columns.flatMap(({ heading, column }) => (column === null ? [`“${heading}”`] : []))
  return (
    <dl aria-label="Columns of the file" className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {columns.map(({ heading, column }) =>
        column === null ? null : (
          <div key={heading} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{names[column]}</dt>
            <dd className="min-w-0 break-words">“{heading}”</dd>
          </div>
        ),
      )}
      {unused.length > 0 ? (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-muted">Not used</dt>
          <dd className="min-w-0 break-words">{unused.join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** The lines that are left out as a file, which can be mended and checked. */
function ProblemsButton({ id }: { id: number }) {
  const { busy, run } = useDownload()
  const save = (format: FileFormat) =>
    run(() => download(downloadArrivalProblems, { format }, `arrival-${id}-problems.${format}`, { id }))
  return (
    <Menu
      trigger={
        <Button pending={busy && 'Saving…'}>
          <Download aria-hidden="true" className="size-4" />
          Problems
        </Button>
      }
    >
      <FormatItems onChoose={(format) => void save(format)} disabled={busy} />
    </Menu>
  )
}
