import { MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnAttendance } from '#contract/classes/attendance.ts'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import type { OwnExercise } from '#contract/learning/work.ts'
import { ClassWork } from '../class-work.tsx'
import { ClassAttendance } from '../own-attendance.tsx'
import type { TimelineClass } from '../timeline.ts'

interface Props {
  courseId: number
  batch: RoomBatch
  one: TimelineClass
  now: number
  /** Of the student; undefined when it could not be read. */
  attendance: OwnAttendance | undefined
  work: { items: readonly OwnExercise[] } | undefined
}

/** What belongs to a class beside its recording: attendance, work and questions. */
export function ClassContext({ courseId, batch, one, now, attendance, work }: Props) {
  const exercises = work?.items.filter(({ session_id: id }) => id === one.session_id) ?? []
  const hasAttendance = attendance?.classes.some(({ session_id: id, status }) => id === one.session_id && status !== null)
  return (
    <aside aria-label="About this class" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="divide-y divide-line">
        {hasAttendance ? (
          <section className="px-5 py-4">
            <h2 className="text-base">Your attendance</h2>
            <p className="figures mt-1 text-sm">
              <ClassAttendance attendance={attendance} session={one} />
            </p>
          </section>
        ) : null}
        {exercises.length > 0 ? (
          <section className="px-5 py-4">
            <h2 className="text-base">Work</h2>
            <ClassWork exercises={exercises} now={now} />
          </section>
        ) : null}
        <section className="px-5 py-4">
          <h2 className="text-base">Questions</h2>
          <p className="mt-1 text-sm text-muted">Your batch and {batch.instructor.name} read what you ask.</p>
          <Link
            to={pathTo('questions', courseId, { batch: batch.batch_id, class: one.session_id })}
            className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent hover:underline"
          >
            <MessageCircleQuestionMark aria-hidden="true" className="size-4" />
            Questions about this class
          </Link>
        </section>
      </div>
    </aside>
  )
}
