import { useEffect, useState } from 'react'
import { ClassSkeleton } from '#web/classes/class-to-join.tsx'
import { GuestClass } from '#web/classes/guest-class.tsx'
import { JoinClass } from '#web/classes/join-class.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/join'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.sessionId)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Join your class' })

export default function JoinPage({ params: { sessionId } }: Route.ComponentProps) {
  // Only the browser has what stands behind the #: the key of a guest.
  const [guestKey, setGuestKey] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setGuestKey(location.hash.slice(1))
    read()
    // The link of another mail may replace the address without a load.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return (
    <div className="page max-w-3xl py-10 lg:py-16">
      {guestKey === null ? (
        <ClassSkeleton />
      ) : guestKey ? (
        <GuestClass key={guestKey} sessionId={sessionId} guestKey={guestKey} />
      ) : (
        <JoinClass sessionId={sessionId} />
      )}
    </div>
  )
}
