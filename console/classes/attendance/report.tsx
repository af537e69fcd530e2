import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  attendance,
  type AttendanceGrid,
  type AttendanceImport,
  type AttendanceImportRow,
  attendanceRowProblems,
  type AttendanceRowState,
  decideAttendanceRows,
  readAttendanceImport,
  runAttendanceImport,
  undoAttendanceImport,
} from '#contract/classes/staff/attendance.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ImportPage } from '#console/kit/imports/import-page.tsx'
import { LineTable } from '#console/kit/imports/line-table.tsx'
import { type ImportAct, useImportAct } from '#console/kit/imports/use-import-act.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { lowInputClass } from '#ui/field.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { RecordState } from '#console/kit/parts/states.tsx'
import { zoneText } from './zone-text.ts'

const stateNames = { checked: 'Checked', done: 'Counts', undone: 'Undone' } as const
const stateTones = { checked: 'ahead', done: 'good', undone: 'neutral' } as const
const rowNames: Record<AttendanceRowState, string> = {
  matched: 'Matched',
  unmatched: 'To match',
  given: 'Given',
  dismissed: 'Dismissed',
  staff: 'Staff',
  repeated: 'Already there',
  problem: 'Left out',
}
const rowTones = {
  matched: 'good',
  unmatched: 'signal',
  given: 'good',
  dismissed: 'neutral',
  staff: 'neutral',
  repeated: 'neutral',
  problem: 'bad',
} as const

interface Props {
  batchId: number
  reportId: number
  grid: AttendanceGrid
  path: string
}

/** A provider's report: what a run would do with each row, then what it did, and the rows that wait for a person. */
export function Report({ reportId, grid, path }: Props) {
  const key = [attendance.name, 'report', reportId] as const
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(readAttendanceImport, { params: { id: reportId } }),
  })
  useTitle(data?.file_name ?? 'Report')
  if (data) return <Shown record={data} grid={grid} path={path} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing="This report does not exist. One that was only checked goes after some days."
      back={{ path, title: 'the attendance' }}
    />
  )
}

type Act = ImportAct<AttendanceImport>

function Shown({ record, grid, path }: { record: AttendanceImport; grid: AttendanceGrid; path: string }) {
  const client = useQueryClient()
  const { act, failure, running } = useImportAct({
    record: readAttendanceImport.answers[200],
    keep: (after) => client.setQueryData([attendance.name, 'report', record.id], after),
    refresh: () => client.invalidateQueries({ queryKey: [attendance.name] }),
  })
  const params = { id: record.id }
  const countIn = (state: AttendanceRowState) => record.rows.filter((row) => row.state === state).length
  const run = () => act(() => call(runAttendanceImport, { params, body: { hash: record.hash } }), `${record.file_name} counts.`)
  const undo = async () => {
    const question = {
      title: `Take ${record.file_name} back?`,
      text: 'What it proved does not count any more. Marks of people stay as they are. You can import the file again.',
      action: 'Take it back',
      danger: true,
    }
    if (await confirm(question)) {
      await act(() => call(undoAttendanceImport, { params, ifMatch: record.version }), `${record.file_name} is taken back.`)
    }
  }
  const session = grid.classes.find(({ id }) => id === record.session_id)
  const mayWrite = session?.may_mark ?? false
  const isEmpty = countIn('matched') + countIn('unmatched') === 0
  return (
    <ImportPage
      record={record}
      back={{
        path: `${path}?class=${record.session_id}`,
        title: session ? `Class ${session.number}, ${formatDay(session.starts_at)}` : 'The class',
      }}
      state={<Badge tone={stateTones[record.state]}>{stateNames[record.state]}</Badge>}
      byline={
        record.utc_offset_minutes === null ? null : ` · Times without a zone read as ${zoneText(record.utc_offset_minutes)}`
      }
      summary={
        <p className="mt-2">
          {countOf(record.rows.length, 'row')}: {countIn('matched')} matched by e-mail, {countIn('unmatched')} to match by a
          person, {countIn('staff')} of staff, {countIn('repeated')} already there, {countIn('problem')} left out.
        </p>
      }
      failure={failure}
      notice={
        record.state === 'checked' ? (
          <p className="rounded-md bg-accent-soft px-3 py-2 font-semibold text-accent">
            {isEmpty
              ? 'This report has nothing new. Nothing changes.'
              : 'Nothing has changed yet. Check the rows, then let the report count.'}
          </p>
        ) : null
      }
      actions={
        mayWrite && record.state === 'checked' && !isEmpty ? (
          <Button variant="primary" pending={running && 'Counting…'} onClick={() => run()}>
            Count this report
          </Button>
        ) : mayWrite && record.state === 'done' ? (
          <Button pending={running && 'Take it back'} onClick={() => undo()}>
            Take it back
          </Button>
        ) : null
      }
    >
      {mayWrite && record.state === 'done' ? <ToMatch record={record} grid={grid} act={act} /> : null}
      <div className="px-4 py-5 sm:px-6">
        <LineTable
          label="Rows of the report"
          rows={record.rows}
          columns={columnsOf(record.id, mayWrite && record.state === 'done' ? act : undefined)}
        />
      </div>
    </ImportPage>
  )
}

/** Rows that name the same, in the file's order: somebody who joined again is one person. */
function groupsOf(rows: readonly AttendanceImportRow[]): AttendanceImportRow[][] {
  return [...Map.groupBy(rows, ({ name, email }) => JSON.stringify([name, email])).values()]
}

const nameOf = ({ name, email }: AttendanceImportRow) =>
  [name, shownAddresses(email ?? '')].filter(Boolean).join(', ') || 'Erased'
const times = ({ began_at: from, ended_at: to }: AttendanceImportRow) =>
  from && to ? `${formatClock(from).replace(' IST', '')} to ${formatClock(to)}` : ''

/** A person gives the rows that no address matches. Similar names are never matched. */
function ToMatch({ record, grid, act }: { record: AttendanceImport; grid: AttendanceGrid; act: Act }) {
  const groups = groupsOf(record.rows.filter(({ state }) => state === 'unmatched'))
  const column = grid.classes.findIndex(({ id }) => id === record.session_id)
  const students = grid.students.filter(({ cells }) => cells[column])
  const [chosen, setChosen] = useState<Record<string, number>>({})
  if (groups.length === 0) return null
  const params = { id: record.id }
  const decide = (rows: AttendanceImportRow[], decision: 'give' | 'dismiss', studentId: number | null) => {
    const lines = rows.map(({ line }) => line)
    const name = students.find(({ id }) => id === studentId)?.name
    const [first] = rows
    return act(
      () => call(decideAttendanceRows, { params, body: { lines, decision, student_id: studentId } }),
      decision === 'give' ? `${first?.name ?? 'The row'} is ${name}.` : `${first?.name ?? 'The row'} is dismissed.`,
      () => call(decideAttendanceRows, { params, body: { lines, decision: 'reopen', student_id: null } }),
    )
  }
  return (
    <section aria-labelledby="to-match" className="border-b border-line px-4 py-5 sm:px-6">
      <h2 id="to-match" className="text-base">
        To match
      </h2>
      <p className="mt-1 text-muted">No student of the batch has these addresses. Give each to a student, or dismiss it.</p>
      <ul className="mt-2 divide-y divide-line">
        {groups.map((rows) => {
          const [first] = rows
          if (!first) return null
          const studentId = chosen[first.line]
          return (
            <li key={first.line} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold break-words">{nameOf(first)}</p>
                <p className="figures text-muted">{rows.map(times).join('; ')}</p>
              </div>
              <span className="w-56 max-sm:w-full">
                <select
                  aria-label={`Student for ${nameOf(first)}`}
                  value={studentId ?? ''}
                  onChange={(event) => setChosen((before) => ({ ...before, [first.line]: Number(event.target.value) }))}
                  className={lowInputClass}
                >
                  <option value="" disabled>
                    Choose a student
                  </option>
                  {students.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </span>
              <Button disabled={studentId === undefined} onClick={() => decide(rows, 'give', studentId ?? null)}>
                Give<span className="sr-only"> {nameOf(first)} to the student</span>
              </Button>
              <Button variant="quiet" onClick={() => decide(rows, 'dismiss', null)}>
                Dismiss<span className="sr-only"> {nameOf(first)}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const columnsOf = (id: number, act: Act | undefined) => [
  {
    title: 'Name',
    show: ({ name, email }: AttendanceImportRow) => (
      <>
        {name || 'Erased'}
        {email ? <span className="block font-normal wrap-anywhere text-muted">{shownAddresses(email)}</span> : null}
      </>
    ),
  },
  { title: 'In the class', className: 'figures', show: times },
  { title: 'Student', show: ({ student }: AttendanceImportRow) => student },
  { title: 'Outcome', show: (row: AttendanceImportRow) => <RowOutcome id={id} row={row} act={act} /> },
]

function RowOutcome({ id, row, act }: { id: number; row: AttendanceImportRow; act: Act | undefined }) {
  const { line, name, state } = row
  const body = { lines: [line], decision: 'reopen' as const, student_id: null }
  const reopen = () => act?.(() => call(decideAttendanceRows, { params: { id }, body }), `${name} waits for a match again.`)
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={rowTones[state]}>{rowNames[state]}</Badge>
        {act && (state === 'given' || state === 'dismissed') ? (
          <Button variant="quiet" onClick={() => reopen()}>
            Reopen<span className="sr-only"> line {line}</span>
          </Button>
        ) : null}
      </span>
      {row.decided_by ? <p className="mt-1 text-muted">{row.decided_by}</p> : null}
      {row.problem ? <p className="mt-1 text-bad">{attendanceRowProblems[row.problem]}</p> : null}
    </>
  )
}
