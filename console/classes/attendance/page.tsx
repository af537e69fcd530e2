import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type AttendanceStatus, attendanceStatusNames } from '#contract/classes/attendance.ts'
import {
  attendance,
  type AttendanceBatch,
  type AttendanceGrid,
  exportAttendanceGrid,
} from '#contract/classes/staff/attendance.ts'
import { formatPlainDay } from '#ui/format.ts'
import { download } from '#console/kit/api/client.ts'
import { countOf, countOfClasses } from '#console/kit/calendar/change-texts.ts'
import type { FileFormat } from '#contract/exported-files.ts'
import { Button } from '#ui/button.tsx'
import { ExportMenu } from '#console/kit/parts/export-menu.tsx'
import { lowInputClass } from '#ui/field.tsx'
import { RecordState, Empty } from '#console/kit/parts/states.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useRecord } from '#console/kit/resource/calls.ts'
import { ChosenCell } from './chosen-cell.tsx'
import { ClassView } from './class-view.tsx'
import { type Chosen, Grid } from './grid.tsx'
import { MarkReason } from './mark-reason.tsx'
import { PhoneList } from './phone-list.tsx'
import { screen } from './screen.tsx'
import { type Order, orders, sortStudents } from './sort-students.ts'
import { Report } from './report.tsx'
import { letters, rulesInWords } from './statuses.ts'
import { type Mark, useGrid, useMarks } from './use-attendance.ts'
import { useDownload } from '#console/kit/parts/use-download.ts'

/** The attendance of one batch: the grid, one class, or a report. The address holds which. */
export function Page() {
  const id = Number(useParams()['id'])
  const batch = useRecord(attendance, id)
  const grid = useGrid(id)
  useTitle(batch.data ? `Attendance of ${batch.data.course}` : screen.title)
  const error = batch.error ?? grid.error
  if (batch.data && grid.data) return <Batch key={id} batch={batch.data} grid={grid.data} />
  return (
    <RecordState
      error={error}
      onRetry={() => void Promise.all([batch.refetch(), grid.refetch()])}
      missing="This batch does not exist, or you do not teach it."
      back={screen}
    />
  )
}

function Batch({ batch, grid }: { batch: AttendanceBatch; grid: AttendanceGrid }) {
  const [params] = useSearchParams()
  const mark = useMarks(batch.id)
  const sessionId = Number(params.get('class')) || null
  const reportId = Number(params.get('report')) || null
  const path = `${screen.path}/${batch.id}`
  const session = grid.classes.find(({ id }) => id === sessionId)
  if (reportId !== null) return <Report key={reportId} batchId={batch.id} reportId={reportId} grid={grid} path={path} />
  if (session) {
    return (
      <ClassView
        key={session.id}
        batch={batch}
        grid={grid}
        session={session}
        path={path}
        mark={session.may_mark ? mark : undefined}
      />
    )
  }
  return <Overview batch={batch} grid={grid} path={path} mark={grid.classes.some((one) => one.may_mark) ? mark : undefined} />
}

interface OverviewProps {
  batch: AttendanceBatch
  grid: AttendanceGrid
  path: string
  mark: Mark | undefined
}

function Overview({ batch, grid, path, mark }: OverviewProps) {
  const isPhone = useIsPhone()
  const [params, setParams] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [reasonOf, setReasonOf] = useState<Chosen | null>(null)
  const isBelow = params.get('below') === 'true'
  const q = params.get('q') ?? ''
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const low = grid.students.filter(({ percent }) => percent !== null && percent < grid.threshold_percent)
  const order = orders.find((one) => one === params.get('order')) ?? 'name'
  // The order of the moment it was chosen: a mark changes percentages, and no row moves while somebody marks.
  const [ids, setIds] = useState(() => sortStudents(grid.students, order))
  const sortBy = (next: Order) => {
    setIds(sortStudents(grid.students, next))
    set('order', next === 'name' ? '' : next)
  }
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const inOrder = (isBelow ? low : grid.students).toSorted(
    (a, b) => (placeOf.get(a.id) ?? ids.length) - (placeOf.get(b.id) ?? ids.length),
  )
  const students = inOrder.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
  const student = students.find(({ id }) => id === chosen?.student)
  const column = grid.classes.findIndex(({ id }) => id === chosen?.session)
  const session = grid.classes[column]
  const onMark = (at: Chosen, status: AttendanceStatus | null) => {
    const name = grid.students.find(({ id }) => id === at.student)?.name ?? 'The student'
    const number = grid.classes.find(({ id }) => id === at.session)?.number
    const words = status === null ? 'the mark is cleared' : attendanceStatusNames[status].toLowerCase()
    void mark?.([{ session_id: at.session, student_id: at.student, status }], `${name}, class ${number}: ${words}.`)
  }
  const pathOfClass = (id: number) => `${path}?class=${id}`
  const openClass = (id: number) => setParams({ class: String(id) })
  return (
    <div className="h-full min-h-0 overflow-auto md:flex md:flex-col md:overflow-visible">
      <div className="border-b border-line px-4 pt-3 pb-3 sm:px-6">
        <Link to={screen.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
              {batch.course}
            </h1>
            <p className="mt-1 text-muted">
              Batch <span className="figures">{batch.id}</span>, from {formatPlainDay(batch.starts_at)}. {batch.instructor}.{' '}
              {countOf(batch.students, 'student')}, {grid.classes.filter((one) => one.is_over).length} of{' '}
              {countOfClasses(batch.total)} held.
            </p>
            <p className="mt-1 text-muted">{rulesInWords(grid.threshold_percent, grid.late_minutes)}</p>
          </div>
          <ExportButton batchId={batch.id} />
        </header>
        <ReportsToMatch grid={grid} path={path} />
        {grid.students.length > 0 && grid.classes.length > 0 ? (
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <span className="w-56 max-sm:w-full">
              <input
                type="search"
                aria-label="Search students"
                placeholder="Search students"
                maxLength={100}
                value={q}
                onChange={(event) => set('q', event.target.value)}
                className={lowInputClass}
              />
            </span>
            {grid.whole ? (
              <Button
                aria-pressed={isBelow}
                onClick={() => set('below', isBelow ? '' : 'true')}
                className="aria-pressed:bg-accent-soft"
              >
                Below {grid.threshold_percent} % of the classes <span className="figures text-muted">{low.length}</span>
              </Button>
            ) : null}
            {isPhone && grid.whole ? (
              <Button
                aria-pressed={order === 'lowest'}
                onClick={() => sortBy(order === 'lowest' ? 'name' : 'lowest')}
                className="aria-pressed:bg-accent-soft"
              >
                Lowest first
              </Button>
            ) : null}
            {isPhone ? null : <Legend mayMark={mark !== undefined} />}
          </div>
        ) : null}
      </div>
      {grid.classes.length === 0 ? (
        <Empty text="No class has begun. Attendance appears here after the first class." />
      ) : grid.students.length === 0 ? (
        <Empty text="Nobody is enrolled in this batch." />
      ) : students.length === 0 ? (
        <Empty
          text={isBelow && q === '' ? `No student is below ${grid.threshold_percent} % of the classes.` : 'No student matches.'}
        />
      ) : isPhone ? (
        <PhoneList grid={grid} students={students} pathOfClass={pathOfClass} filtered={isBelow || order !== 'name' || q !== ''} />
      ) : (
        <>
          <Grid
            grid={grid}
            students={students}
            order={order}
            onSort={grid.whole ? sortBy : undefined}
            chosen={chosen}
            onChoose={setChosen}
            onMark={mark ? onMark : undefined}
            onOpen={openClass}
            pathOfClass={pathOfClass}
          />
          {student && session && chosen ? (
            <ChosenCell
              batchId={batch.id}
              student={student}
              session={session}
              column={column}
              onMark={mark && session.may_mark ? (status) => onMark(chosen, status) : undefined}
              onReason={mark && session.may_mark ? () => setReasonOf(chosen) : undefined}
              onClose={() => {
                document.querySelector<HTMLElement>(`[data-cell="${chosen.student}/${chosen.session}"]`)?.focus()
                setChosen(null)
              }}
            />
          ) : null}
        </>
      )}
      {mark ? (
        <MarkReason
          batchId={batch.id}
          place={reasonOf && { session_id: reasonOf.session, student_id: reasonOf.student }}
          name={grid.students.find(({ id }) => id === reasonOf?.student)?.name ?? ''}
          mark={mark}
          onClose={() => setReasonOf(null)}
        />
      ) : null}
    </div>
  )
}

/** Reports with rows that name nobody of the batch. */
function ReportsToMatch({ grid, path }: { grid: AttendanceGrid; path: string }) {
  return grid.imports
    .filter(({ unmatched }) => unmatched > 0)
    .map(({ id, file_name: name, unmatched, session_id }) => (
      <p key={id} className="mt-2 rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">
        {countOf(unmatched, 'row')} of {name} (class {grid.classes.find((one) => one.id === session_id)?.number}){' '}
        {unmatched === 1 ? 'names' : 'name'} nobody of the batch.{' '}
        <Link to={`${path}?report=${id}`} className="inline-flex min-h-6 items-center underline underline-offset-2">
          Match {unmatched === 1 ? 'it' : 'them'}
        </Link>
      </p>
    ))
}

function Legend({ mayMark }: { mayMark: boolean }) {
  return (
    <p className="ml-auto flex flex-wrap gap-x-3 text-xs text-muted">
      {(Object.keys(letters) as AttendanceStatus[]).map((status) => (
        <span key={status}>
          <span className="font-semibold text-ink">{letters[status]}</span> {attendanceStatusNames[status]}
        </span>
      ))}
      <span>
        <span aria-hidden="true" className="mr-1 inline-block size-1.5 rounded-full bg-current align-middle" />
        Marked by a person
      </span>
      {mayMark ? <span>Arrow keys move, letters mark, Backspace clears.</span> : null}
    </p>
  )
}

function ExportButton({ batchId }: { batchId: number }) {
  const { busy, run } = useDownload()
  const save = (format: FileFormat) =>
    run(() => download(exportAttendanceGrid, { format }, `attendance-${batchId}.${format}`, { id: batchId }))
  return <ExportMenu busy={busy} onChoose={(format) => void save(format)} />
}
