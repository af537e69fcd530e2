import { useEffect, useMemo, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { callsOfGuest, callsOfStaff, callsOfStudent } from './class-calls.ts'
import { LiveClass } from './live-class.tsx'

/** Who opens the page: a guest by the key behind the #, staff by their session, everybody else as a student. */
type Caller = { kind: 'guest'; key: string } | { kind: 'staff'; reopens: boolean } | { kind: 'student' }

/** The page of a live class, for whoever opens it. */
export default function LivePage({ sessionId }: { sessionId: string }) {
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
