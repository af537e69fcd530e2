import { useQuery } from '@tanstack/react-query'
import { Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { type ActiveSession, endAllSessions, endSession } from '#contract/people/accounts.ts'
import * as messages from '#contract/messages.ts'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { logOut } from '#web/lib/log-out.ts'
import { errorMessage, withConnectionError } from '#web/lib/error-message.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatClock, formatPlainDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { sessionsQuery } from './queries.ts'

const icons = { phone: Smartphone, tablet: Tablet, computer: Laptop, unknown: MonitorSmartphone }
const loadFailed = 'Your devices could not be read.'
const endFailed = 'That device could not be logged out. Please try again.'

/** Lists the student's sessions, each with a logout button. */
export function DevicesCard({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(email))
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="devices" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="border-b border-line p-6 sm:px-8">
        <h2 id="devices" className="text-xl">
          Signed-in devices
        </h2>
        <p className="prose-width mt-1 text-sm text-muted">If one of them is not yours, log it out. It is out at once.</p>
      </div>
      {data ? (
        <ul className="divide-y divide-line px-6 sm:px-8">
          {data.map((session) => (
            <Device key={session.id} session={session} onEnded={() => void refetch()} />
          ))}
        </ul>
      ) : error ? (
        <div className="p-6 sm:px-8">
          <LoadFailed title={messageOf(error, loadFailed)} isFetching={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading label="Loading your devices" className="flex min-h-22 items-center gap-4 px-6 sm:px-8">
          <Skeleton className="size-6" />
          <Skeleton className="h-10 flex-1" />
        </Loading>
      )}
      <div className="border-t border-line px-6 py-5 sm:px-8">
        <Button onClick={() => setAsking(true)}>Log out everywhere</Button>
      </div>
      {asking ? <LogoutEverywhere onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

function Device({ session, onEnded }: { session: ActiveSession; onEnded: () => void }) {
  const [ending, setEnding] = useState(false)
  const [problem, setProblem] = useState('')
  const Icon = icons[session.kind]
  const end = async () => {
    setEnding(true)
    setProblem('')
    try {
      const { message } = await call(endSession, { params: { id: session.id } })
      toast.account('success', message)
    } catch (error) {
      // 404: the session has already ended.
      if (!isEndpointError(error, 404)) {
        setProblem(endFailed)
        toast.account('error', endFailed)
        setEnding(false)
        return
      }
    }
    onEnded()
  }
  return (
    <li className="flex min-h-22 flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{session.device}</p>
        <p className="figures text-sm text-muted">
          {session.current ? (
            'Active now'
          ) : (
            <>
              Last seen {formatPlainDay(session.last_seen_at)}, {formatClock(session.last_seen_at)}{' '}
              <LocalTime instant={session.last_seen_at} />
            </>
          )}
        </p>
      </div>
      {session.current ? (
        <span className="rounded-full bg-accent-soft px-3 py-1 text-sm font-semibold text-accent">This device</span>
      ) : (
        <Button variant="quiet" className="-mr-4.5" pending={ending && 'Logging out…'} onClick={() => void end()}>
          Log out<span className="sr-only"> {session.device}</span>
        </Button>
      )}
      {problem ? (
        <p role="alert" className="w-full text-sm font-medium text-bad">
          {problem}
        </p>
      ) : null}
    </li>
  )
}

function LogoutEverywhere({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    setPending(true)
    setProblem('')
    try {
      await call(endAllSessions)
      await logOut()
    } catch (error) {
      const text = errorMessage(error, 'detail', 'message') ?? withConnectionError(messages.logoutFailed, error)
      setPending(false)
      setProblem(text)
      toast.account('error', text)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Log out everywhere?" description="Every device is logged out at once, this one too.">
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <DialogActions>
        <Button onClick={onClose} disabled={pending}>
          Stay logged in
        </Button>
        <Button variant="primary" pending={pending && 'Logging out…'} onClick={() => void leave()}>
          Log out everywhere
        </Button>
      </DialogActions>
    </Dialog>
  )
}
