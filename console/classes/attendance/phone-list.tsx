import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { AttendanceGrid, AttendanceStudent } from '#contract/classes/staff/attendance.ts'
import { formatDay } from '#ui/format.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Share } from './grid.tsx'

interface Props {
  grid: AttendanceGrid
  students: readonly AttendanceStudent[]
  pathOfClass: (sessionId: number) => string
  filtered: boolean
}

/** The classes, the newest first, and the students: what a grid can't show on a phone. */
export function PhoneList({ grid, students, pathOfClass, filtered }: Props) {
  return (
    <>
      {filtered ? null : (
        <ul aria-label="Classes" className="divide-y divide-line border-b border-line">
          {grid.classes.toReversed().map((one) => {
            const column = grid.classes.indexOf(one)
            const cells = grid.students.flatMap(({ left, cells: own }) => (left ? [] : (own[column] ?? [])))
            const there = cells.filter(({ status }) => status === 'present' || status === 'late').length
            return (
              <li key={one.id}>
                <Link to={pathOfClass(one.id)} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">
                      Class {one.number}
                      {one.topic ? `: ${one.topic}` : ''}
                    </span>
                    <span className="block text-muted">{formatDay(one.starts_at)}</span>
                  </span>
                  <span className="figures text-muted">{one.is_over ? `${there} of ${cells.length}` : 'Not over yet'}</span>
                  <ChevronRight aria-hidden="true" className="size-4 text-muted" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {grid.whole ? (
        <section aria-label="Students" className="pb-6">
          <h2 className="px-4 pt-5 pb-2 text-base">{countOf(students.length, 'student')}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {students.map((student) => (
              <li key={student.id} className="flex min-h-12 items-center gap-3 px-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{student.name}</span>
                  <span className="block text-muted">
                    {student.left ? 'Left the batch' : `${student.attended} of ${student.of} classes`}
                    {student.excused > 0 ? `, ${student.excused} excused` : ''}
                  </span>
                </span>
                <span className="figures">
                  <Share student={student} below={grid.threshold_percent} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
