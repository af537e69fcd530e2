import { MessageSquarePlus, X } from 'lucide-react'
import type { AttendanceStatus } from '#contract/classes/attendance.ts'
import type { AttendanceClass, AttendanceStudent } from '#contract/classes/staff/attendance.ts'
import { formatDay } from '#ui/format.ts'
import { Button } from '#ui/button.tsx'
import { MarkBadge } from './mark-badge.tsx'
import { StatusButtons } from './status-buttons.tsx'
import { evidenceInWords, minutesOf } from './statuses.ts'
import { useClass } from './use-attendance.ts'

interface Props {
  batchId: number
  student: AttendanceStudent
  session: AttendanceClass
  column: number
  onMark: ((status: AttendanceStatus | null) => void) | undefined
  onReason: (() => void) | undefined
  onClose: () => void
}

/** What is known about one student in one class, and what a person can decide. */
export function ChosenCell({ batchId, student, session, column, onMark, onReason, onClose }: Props) {
  const { data } = useClass(batchId, session.id)
  const cell = student.cells[column]
  const details = data?.students.find(({ student_id: id }) => id === student.id)
  return (
    <section
      aria-label="Chosen student and class"
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-sand px-6 py-3"
    >
      <div className="min-w-0 flex-1 basis-96">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{student.name}</span>
          <span className="text-muted">
            Class {session.number}, {formatDay(session.starts_at)}
          </span>
          {cell ? <MarkBadge status={cell.status} /> : null}
        </p>
        <p className="mt-0.5 min-h-5 text-muted">
          {!cell
            ? 'The student was not in the batch when this class was held.'
            : details
              ? `${evidenceInWords(details, minutesOf(session))}${details.decided_by ? ` ${details.decided_by} marked it${details.reason ? `: ${details.reason}` : '.'}` : ''}`
              : null}
        </p>
      </div>
      {cell && onMark ? (
        <>
          <StatusButtons name={student.name} status={cell.status} marked={cell.marked} onMark={onMark} />
          {cell.marked ? (
            <>
              <Button variant="quiet" onClick={onReason}>
                <MessageSquarePlus aria-hidden="true" className="size-4" />
                Reason
              </Button>
              <Button variant="quiet" onClick={() => onMark(null)}>
                Clear the mark
              </Button>
            </>
          ) : null}
        </>
      ) : null}
      <Button variant="quiet" size="square" aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </Button>
    </section>
  )
}
