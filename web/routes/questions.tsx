import { Board } from '#web/classes/questions/board.tsx'
import { RoomFrame, type RoomParts } from '#web/classes/room/room-frame.tsx'
import { useSession } from '#web/lib/session.ts'
import type { Route } from './+types/questions'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => roomStatus(args)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => checkRoom(params)
export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function QuestionsPage({ params: { courseId } }: Route.ComponentProps) {
  return (
    <RoomFrame courseId={courseId} view="questions">
      {(parts) => <Questions {...parts} />}
    </RoomFrame>
  )
}

function Questions({ batch }: Pick<RoomParts, 'batch'>) {
  const { user } = useSession()
  return (
    <>
      <h2 className="text-2xl">Questions</h2>
      <p className="prose-width mt-2 mb-6 text-muted">
        Your batch reads what you ask, and {batch.instructor.name} answers on working days. Others see your first name.
      </p>
      {user ? <Board key={batch.batch_id} batch={batch} email={user.email} /> : null}
    </>
  )
}
