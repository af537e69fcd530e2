import { ClassPage } from '#web/classes/class-page/class-page.tsx'
import { ClassSkeleton } from '#web/classes/class-page/class-skeleton.tsx'
import { WithRoom } from '#web/classes/room/with-room.tsx'
import type { Route } from './+types/room-class'
import { pathId } from './read-one.ts'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => {
  pathId(args.params.sessionId)
  return roomStatus(args)
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => {
  pathId(params.sessionId)
  return checkRoom(params)
}

export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function RoomClassPage({ params: { courseId, sessionId } }: Route.ComponentProps) {
  return (
    <div className="page py-4 lg:py-8">
      <WithRoom courseId={courseId} skeleton={<ClassSkeleton />}>
        {(open) => <ClassPage key={sessionId} sessionId={Number(sessionId)} {...open} />}
      </WithRoom>
    </div>
  )
}
