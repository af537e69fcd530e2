import { ClassTimeline } from '#web/classes/class-timeline.tsx'
import { RoomFrame } from '#web/classes/room/room-frame.tsx'
import type { Route } from './+types/room-classes'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => roomStatus(args)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => checkRoom(params)
export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function RoomClassesPage({ params: { courseId } }: Route.ComponentProps) {
  return (
    <RoomFrame courseId={courseId} view="room-classes">
      {({ course, batch, clock, attendance, work }) => (
        <ClassTimeline
          courseId={course.id}
          batch={batch}
          clock={clock}
          attendance={attendance.data}
          work={work.data?.items ?? []}
        />
      )}
    </RoomFrame>
  )
}
