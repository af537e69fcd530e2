import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { RoomFrame, type RoomParts } from '#web/classes/room/room-frame.tsx'
import { RoomOverview } from '#web/classes/room/room-overview.tsx'
import { useCertificateState } from '#web/learning/certificates/use-certificate-state.ts'
import type { Route } from './+types/room'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => roomStatus(args)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => checkRoom(params)
export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function RoomPage({ params: { courseId } }: Route.ComponentProps) {
  useFormerAddress(courseId)
  return (
    <RoomFrame courseId={courseId} view="room">
      {(parts) => <Overview {...parts} />}
    </RoomFrame>
  )
}

function Overview({ attendance: _attendance, ...parts }: RoomParts) {
  const certificate = useCertificateState(parts.batch.batch_id)
  return <RoomOverview {...parts} certificate={certificate} />
}

/** Links of earlier mails name a class, the recordings or the work by a hash or a query. */
function useFormerAddress(courseId: string): void {
  const navigate = useNavigate()
  const { hash, search } = useLocation()
  useEffect(() => {
    const [, session] = /^#class-(\d+)$/.exec(hash) ?? []
    // A full load: the content security policy of that page allows the player.
    if (session !== undefined) return location.replace(pathTo('room-class', [courseId, session]))
    const isList = hash === '#classes' || new URLSearchParams(search).get('show') === 'recordings'
    const to = isList
      ? `${pathTo('room-classes', courseId)}${search}`
      : hash === '#work'
        ? `${pathTo('room-work', courseId)}${search}`
        : undefined
    if (to !== undefined) void navigate(to, { replace: true })
  }, [navigate, courseId, hash, search])
}
