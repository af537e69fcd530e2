import { DueWork } from '#web/classes/due-work.tsx'
import { RoomFrame } from '#web/classes/room/room-frame.tsx'
import type { Route } from './+types/room-work'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => roomStatus(args)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => checkRoom(params)
export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function RoomWorkPage({ params: { courseId } }: Route.ComponentProps) {
  return (
    <RoomFrame courseId={courseId} view="room-work">
      {({ batch, work }) => <DueWork query={work} batchId={batch.batch_id} />}
    </RoomFrame>
  )
}
