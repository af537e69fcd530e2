import { type AttendanceStatus, attendanceStatuses, attendanceStatusNames } from '#contract/classes/attendance.ts'
import { letters, tones } from './statuses.ts'

const pressed = {
  good: 'aria-pressed:bg-good-soft aria-pressed:text-good',
  signal: 'aria-pressed:bg-signal-soft aria-pressed:text-signal',
  bad: 'aria-pressed:bg-bad-soft aria-pressed:text-bad',
  neutral: 'aria-pressed:bg-sunken aria-pressed:text-ink',
} as const

/** A button for each status. The one that holds is pressed; pressing it again clears a mark. */
export function StatusButtons({
  name,
  status,
  marked,
  onMark,
}: {
  /** Whom they mark. */
  name: string
  status: AttendanceStatus | null
  marked: boolean
  onMark: (status: AttendanceStatus | null) => void
}) {
  return (
    <span role="group" aria-label={`Mark ${name}`} className="inline-flex shrink-0 overflow-hidden rounded-md border border-edge">
      {attendanceStatuses.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={status === one}
          aria-label={attendanceStatusNames[one]}
          title={attendanceStatusNames[one]}
          onClick={() => onMark(status === one && marked ? null : one)}
          className={`h-8 w-9 border-l border-line text-sm font-semibold text-muted first:border-l-0 hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-pressed:underline-offset-4 touch:h-11 touch:w-11 ${pressed[tones[one]]} ${status === one && marked ? 'underline decoration-2' : ''}`}
        >
          {letters[one]}
        </button>
      ))}
    </span>
  )
}
