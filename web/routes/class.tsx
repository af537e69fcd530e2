import { useEffect, useMemo, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { callsOfGuest, callsOfStaff, callsOfStudent } from '#web/classes/live/class-calls.ts'
import { LiveClass } from '#web/classes/live/live-class.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import type { Route } from './+types/class'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.sessionId)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Your class' })

/** Who opens the page: a guest by the key behind the #, staff by their session, everybody else as a student. */
type Caller = { kind: 'guest'; key: string } | { kind: 'staff'; reopens: boolean } | { kind: 'student' }

export default function ClassPage({ params: { sessionId } }: Route.ComponentProps) {
  const { loading, user } = useSession()
  const [caller, setCaller] = useState<Caller>()
  const isStudent = user !== null
  useEffect(() => {
    if (loading) return
    const key = location.hash.slice(1)
    const query = new URLSearchParams(location.search)
    if (key !== '') return setCaller({ kind: 'guest', key })
    if (isStudent && query.get('as') !== 'staff') return setCaller({ kind: 'student' })
    setCaller({ kind: 'staff', reopens: query.get('reopen') === 'yes' })
    // A reload comes back, and opens nothing again.
    history.replaceState(history.state, '', `${location.pathname}?as=staff`)
  }, [loading, isStudent])
  const calls = useMemo(() => {
    if (!caller) return undefined
    if (caller.kind === 'guest') return callsOfGuest(sessionId, caller.key)
    return caller.kind === 'staff' ? callsOfStaff(sessionId, caller.reopens) : callsOfStudent(sessionId)
  }, [caller, sessionId])
  if (!calls || !caller) return null
  const leaveTo = caller.kind === 'student' ? pathTo('enrolled-courses') : caller.kind === 'staff' ? '/console' : pathTo('home')
  return <LiveClass calls={calls} leaveTo={leaveTo} isStaff={caller.kind === 'staff'} />
}
