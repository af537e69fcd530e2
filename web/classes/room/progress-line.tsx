import { Link } from 'react-router'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import type { OwnWorkQuery } from '../due-work.tsx'
import { useOwnAttendance } from '../own-attendance.tsx'
import type { RoomView } from './room-views.tsx'
import { isOpenWork } from '../work-state.ts'

interface Props {
  courseId: number
  batch: RoomBatch
  work: OwnWorkQuery
  /** How far the certificate is, in words; empty while it is not known. */
  certificate: string
}

/** How far the student is, in one line: classes, work, attendance and certificate. Each leads to its part of the room. */
export function ProgressLine({ courseId, batch, work, certificate }: Props) {
  const attendance = useOwnAttendance(batch)
  const exercises = work.data?.items.filter((one) => one.batch_id === batch.batch_id)
  const open = exercises?.filter(isOpenWork).length ?? 0
  const parts: ({ view: RoomView; label: string; value: string } | null)[] = [
    { view: 'room-classes', label: 'Classes held', value: `${batch.classes_held} of ${batch.classes_total}` },
    exercises?.length === 0
      ? null
      : {
          view: 'room-work',
          label: 'Work',
          value: exercises === undefined ? '' : open > 0 ? `${open} to hand in` : 'All handed in',
        },
    {
      view: 'room-batch',
      label: 'Attendance',
      value:
        batch.classes_held === 0
          ? 'From your first class'
          : attendance.data
            ? attendance.data.percent === null
              ? 'None counts yet'
              : `${attendance.data.percent}%`
            : '',
    },
    {
      view: 'room-batch',
      label: 'Certificate',
      value: certificate,
    },
  ]
  return (
    <ul className="mt-4 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line gap-px shadow-card lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {parts.map((part) =>
        part === null ? null : (
          <li key={part.label} className="bg-surface max-lg:odd:last:col-span-2">
            <Link
              to={pathTo(part.view, courseId, { batch: batch.batch_id })}
              className="figures block h-full px-4 py-3 hover:bg-accent-soft/60"
            >
              <span className="block text-sm text-muted">{part.label}</span>
              {/* A line of its height while it loads. */}
              <span className="block min-h-6 font-semibold">{part.value}</span>
            </Link>
          </li>
        ),
      )}
    </ul>
  )
}
