import { ArrowLeft, ChevronLeft, ChevronRight, FileSpreadsheet, MessageSquarePlus, SquarePen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type AttendanceStatus, attendanceStatuses, attendanceStatusNames } from '#contract/classes/attendance.ts'
import type { AttendanceBatch, AttendanceClass, AttendanceGrid, AttendanceInClass } from '#contract/classes/staff/attendance.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { formatClock, formatLongDay } from '#ui/format.ts'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { MarkBadge } from './mark-badge.tsx'
import { MarkReason } from './mark-reason.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { StatusButtons } from './status-buttons.tsx'
import { evidenceInWords, minutesOf } from './statuses.ts'
import { type Mark, useClass } from './use-attendance.ts'

interface Props {
  batch: AttendanceBatch
  grid: AttendanceGrid
  session: AttendanceClass
  path: string
  mark: Mark | undefined
}

/** The students of one class, with what is known about each. */
export function ClassView({ batch, grid, session, path, mark }: Props) {
  const { data, error, refetch } = useClass(batch.id, session.id)
  const { may } = useAccess()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useTitle(`Class ${session.number} of ${batch.course}`)
  const [isImporting, setIsImporting] = useState(false)
  const [reasonOf, setReasonOf] = useState<AttendanceInClass | null>(null)
  const column = grid.classes.indexOf(session)
  // The grid has the marks that are on their way.
  const cellOf = (id: number) => grid.students.find((student) => student.id === id)?.cells[column]
  const students = data?.students ?? []
  const statuses = students.filter(({ left }) => !left).map(({ student_id: id, status }) => cellOf(id)?.status ?? status)
  // Who is a substitute sees a part of the grid, and writes to own batches alone.
  const mayWriteTo = may('messages:write') && grid.whole && session.is_over && statuses.includes('absent')
  const missing = students.filter(
    ({ student_id: id, left }) => !left && !['present', 'excused'].includes(cellOf(id)?.status ?? ''),
  )
  const markAll = () =>
    void mark?.(
      missing.map(({ student_id }) => ({ session_id: session.id, student_id, status: 'present' as const })),
      `Class ${session.number}: ${missing.length === 1 ? 'one student is' : `${missing.length} students are`} present.`,
    )
  const markOne = (one: AttendanceInClass, status: AttendanceStatus | null) =>
    void mark?.(
      [{ session_id: session.id, student_id: one.student_id, status }],
      `${one.name}: ${status === null ? 'the mark is cleared' : attendanceStatusNames[status].toLowerCase()}.`,
    )
  return (
    <div className="h-full min-h-0 overflow-auto">
      <div className="border-b border-line px-4 pt-3 pb-4 sm:px-6">
        <div className="flex items-center justify-between gap-3">
          <Link to={path} className="inline-flex min-h-6 min-w-0 items-center gap-1 text-muted hover:text-ink">
            <ArrowLeft aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="truncate">{batch.course}</span>
          </Link>
          <nav aria-label="Classes" className="flex shrink-0 gap-1">
            <Neighbour session={grid.classes[column - 1]} path={path} label="Class before" />
            <Neighbour session={grid.classes[column + 1]} path={path} label="Next class" />
          </nav>
        </div>
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
              Class {session.number}
              {session.topic ? `: ${session.topic}` : ''}
            </h1>
            <p className="mt-1 text-muted">
              {formatLongDay(session.starts_at)}, {formatClock(session.starts_at)}, {minutesOf(session)} minutes
              {session.is_over ? '' : '. It is not over yet: what is not marked is decided when it ends'}.
            </p>
            <ul aria-label="Sums" className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
              {attendanceStatuses.map((status) => (
                <li key={status}>
                  <span className="figures font-semibold">{statuses.filter((one) => one === status).length}</span>{' '}
                  <span className="text-muted">{attendanceStatusNames[status].toLowerCase()}</span>
                </li>
              ))}
            </ul>
          </div>
          {mark || mayWriteTo ? (
            <div className="flex flex-wrap gap-2">
              {mayWriteTo ? (
                <ButtonLink to={`/messages/new?batch=${batch.id}&class=${session.id}`}>
                  <SquarePen aria-hidden="true" className="size-4" />
                  Write to the absent
                </ButtonLink>
              ) : null}
              {mark ? (
                <>
                  <Button onClick={() => setIsImporting(true)}>
                    <FileSpreadsheet aria-hidden="true" className="size-4" />
                    Import a report
                  </Button>
                  {/* With evidence the list needs a look, and not one press for all. */}
                  <Button
                    {...(statuses.includes('present') ? {} : { variant: 'primary' })}
                    disabled={missing.length === 0}
                    onClick={markAll}
                  >
                    All present
                  </Button>
                </>
              ) : null}
            </div>
          ) : null}
        </header>
        <Reports reports={grid.imports.filter((one) => one.session_id === session.id)} path={path} />
      </div>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="p-6">
          <SkeletonLines lines={6} />
        </div>
      ) : students.length === 0 ? (
        <Empty text="Nobody was in the batch when this class was held." />
      ) : (
        <ul aria-label="Students" className="divide-y divide-line">
          {students.map((one) => (
            <StudentRow
              key={one.student_id}
              student={{ ...one, ...cellOf(one.student_id) }}
              minutes={minutesOf(session)}
              onMark={mark ? (status) => markOne(one, status) : undefined}
              onReason={() => setReasonOf(one)}
            />
          ))}
        </ul>
      )}
      {mark ? (
        <>
          <ReportDialog
            open={isImporting}
            onClose={() => setIsImporting(false)}
            batchId={batch.id}
            sessionId={session.id}
            path={path}
          />
          <MarkReason
            batchId={batch.id}
            place={reasonOf && { session_id: session.id, student_id: reasonOf.student_id }}
            name={reasonOf?.name ?? ''}
            mark={mark}
            onClose={() => setReasonOf(null)}
          />
        </>
      ) : null}
    </div>
  )
}

/** The reports of a class's provider. */
function Reports({ reports, path }: { reports: AttendanceGrid['imports']; path: string }) {
  if (reports.length === 0) return null
  return (
    <ul aria-label="Reports" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      {reports.map(({ id, file_name: name, unmatched, at }) => (
        <li key={id}>
          <Link to={`${path}?report=${id}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
            {name}
          </Link>
          <span className="text-muted">
            , {formatMoment(at)}
            {unmatched > 0 ? `, ${unmatched} to match` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface StudentRowProps {
  student: AttendanceInClass
  /** Of the class. */
  minutes: number
  onMark: ((status: AttendanceStatus | null) => void) | undefined
  onReason: () => void
}

/** What is known about a student in the class, and how to mark it. */
function StudentRow({ student, minutes, onMark, onReason }: StudentRowProps) {
  const { name, status, marked, left, reason, decided_by } = student
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          <MarkBadge status={status} />
          {left ? <span className="text-muted">Left the batch</span> : null}
        </p>
        <p className="mt-0.5 text-muted">
          {evidenceInWords(student, minutes)}
          {marked && decided_by ? ` ${decided_by} marked it${reason ? `: ${reason}` : '.'}` : ''}
        </p>
      </div>
      {onMark ? (
        <div className="flex items-center gap-1">
          <StatusButtons name={name} status={status} marked={marked} onMark={onMark} />
          <Button
            variant="quiet"
            size="square"
            aria-label={`Reason for ${name}`}
            title="Reason"
            disabled={!marked}
            onClick={onReason}
          >
            <MessageSquarePlus aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function Neighbour({ session, path, label }: { session: AttendanceClass | undefined; path: string; label: string }) {
  const Sign = label === 'Next class' ? ChevronRight : ChevronLeft
  if (!session) return null
  return (
    <Link
      to={`${path}?class=${session.id}`}
      aria-label={`${label}: ${session.number}`}
      className={buttonClass('quiet', 'square')}
    >
      <Sign aria-hidden="true" className="size-4" />
    </Link>
  )
}
