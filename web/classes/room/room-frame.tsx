import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Room as RoomData, RoomBatch } from '#contract/classes/classes.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { ServerClock } from '#ui/server-clock.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { BatchSwitch } from '../batch-switch.tsx'
import { type OwnWorkQuery, useOwnWork } from '../due-work.tsx'
import { type OwnAttendanceQuery, useOwnAttendance } from '../own-attendance.tsx'
import { RoomSkeleton, roomTitle } from './room-skeleton.tsx'
import { type RoomView, RoomViews } from './room-views.tsx'
import { type OpenRoom, useRoomTitle, WithRoom } from './with-room.tsx'

/** What a view of the room shows. */
export interface RoomParts {
  course: RoomData['course']
  batch: RoomBatch
  clock: ServerClock
  work: OwnWorkQuery
  attendance: OwnAttendanceQuery
  /** Reads the room again. */
  onOver: () => void
}

interface Props {
  courseId: string
  view: RoomView
  children: (parts: RoomParts) => ReactNode
}

/** The room of a course around one of its views. */
export function RoomFrame({ courseId, view, children }: Props) {
  return (
    <div className="page py-6 lg:py-10">
      <WithRoom courseId={courseId} skeleton={<RoomSkeleton view={view} />}>
        {(open) => (
          <Room view={view} {...open}>
            {children}
          </Room>
        )}
      </WithRoom>
    </div>
  )
}

type RoomProps = OpenRoom & Pick<Props, 'view' | 'children'>

function Room({ view, children, ...open }: RoomProps) {
  const [query] = useSearchParams()
  useRoomTitle(open.room.course.title)
  const { batches } = open.room
  const batch = batches.find((one) => String(one.batch_id) === query.get('batch')) ?? batches[0]
  if (!batch) return null
  return (
    <RoomOfBatch view={view} batch={batch} {...open}>
      {children}
    </RoomOfBatch>
  )
}

function RoomOfBatch({ view, room: { course, batches }, batch, clock, onOver, children }: RoomProps & { batch: RoomBatch }) {
  const work = useOwnWork()
  const attendance = useOwnAttendance(batch)
  // A view is shown once all of its parts have come, so that none of them moves another.
  if (isOnFirstTry(work) || (attendance.isEnabled && isOnFirstTry(attendance))) {
    return <RoomSkeleton view={view} title={course.title} />
  }
  return (
    <>
      <Breadcrumb above={[{ to: '/enrolled-courses', label: 'Today' }]} />
      <h1 className={roomTitle(view)}>{course.title}</h1>
      <p className={`mt-2 text-muted ${view === 'room' ? '' : 'max-sm:hidden'}`}>
        {course.category} <span aria-hidden="true">·</span> {course.duration}
      </p>
      <BatchSwitch batches={batches} shown={batch} />
      <RoomViews courseId={course.id} batchId={batch.batch_id} shown={view} />
      <div className="mt-6 lg:mt-8">{children({ course, batch, clock, work, attendance, onOver })}</div>
    </>
  )
}
