import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { JoinState } from '#contract/classes/classes.ts'
import { isClassroomAddress, joinOpensMinutes } from '#contract/rules.ts'
import { Button } from '#ui/button.tsx'
import { formatClock, formatDay, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { isEndpointError } from '#web/lib/api.ts'
import { errorMessage, withConnectionError } from '#web/lib/error-message.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { PaymentDue } from './payment-due.tsx'
import { Countdown } from './countdown.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'

/** How a person calls the server about one class: a student with a token, a guest with a key. */
export interface ClassCalls {
  join: () => Promise<{ url: string }>
  calendar: () => Promise<{ filename: string; file: Blob }>
}

interface Props {
  state: JoinState
  clock: ServerClock
  onChange: () => void
}

interface ViewProps extends Props {
  calls: ClassCalls
  /** What else the person can do; stands before the calendar. */
  rest: ReactNode
  /** What to do when the class is cancelled, and when it is over. */
  cancelled: string
  over: ReactNode
}

/** One class: when it is, and the way into its classroom as soon as that is open. */
export function ClassToJoin({ state, clock, calls, rest, cancelled, over, onChange }: ViewProps) {
  return (
    <article>
      <p className="text-sm font-semibold text-accent">{state.course}</p>
      <h1 className="mt-1.5 text-3xl font-extrabold">
        {state.number === null ? state.topic || 'Class' : `Class ${state.number} of ${state.total}`}
        {state.number !== null && state.topic ? `: ${state.topic}` : null}
      </h1>
      <p className="figures mt-3 font-semibold">
        <time dateTime={state.starts_at}>{formatLongDay(state.starts_at)}</time>
      </p>
      <p className="figures text-sm text-muted">
        {formatClock(state.starts_at).replace(' IST', '')} – {formatClock(state.ends_at)} <LocalTime instant={state.starts_at} />
      </p>
      <p className="mt-1 text-sm text-muted">with {state.instructor}</p>
      <div className="mt-8 rounded-lg border border-line bg-surface p-6 shadow-card">
        {state.state === 'early' ? (
          <Early state={state} clock={clock} onChange={onChange} />
        ) : state.state === 'open' ? (
          <Enter join={calls.join} onChange={onChange} />
        ) : state.state === 'payment_due' ? (
          <PaymentDue courseId={state.course_id} batchId={state.batch_id} isPaused />
        ) : (
          <Over state={state} cancelled={cancelled}>
            {over}
          </Over>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {rest}
        {state.state === 'early' ? (
          <AddToCalendar
            session={state}
            title={`${state.course}: ${state.topic || `class ${state.number}`}`}
            file={calls.calendar}
          />
        ) : null}
      </div>
    </article>
  )
}

/** Milliseconds before the class in which its countdown is shown. */
const countdownFrom = 60 * 60_000

function Early({ state, clock, onChange }: Props) {
  const now = useServerTime(clock)
  const isOpen = now >= Date.parse(state.opens_at)
  useEffect(() => {
    if (isOpen) onChange()
  }, [isOpen, onChange])
  const isNear = Date.parse(state.opens_at) - now <= countdownFrom
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-xl font-bold">
        Your classroom opens {isNear ? '' : `on ${formatDay(state.opens_at)} `}at {formatClock(state.opens_at)}{' '}
        <LocalTime instant={state.opens_at} />
      </h2>
      {isNear ? <Countdown until={state.opens_at} now={now} /> : null}
      <p className="text-muted">
        {isNear
          ? 'Leave this page open: it opens the class automatically.'
          : `That is ${joinOpensMinutes} minutes before the class starts. Come back then.`}
      </p>
    </div>
  )
}

type Press = { state: 'joining' | 'joined' } | { state: 'failed'; text: string }

const failed = 'The classroom could not be opened. Please try again.'

function Enter({ join: ask, onChange }: { join: ClassCalls['join'] } & Pick<Props, 'onChange'>) {
  const [press, setPress] = useState<Press>({ state: 'joining' })
  const join = useCallback(async () => {
    setPress({ state: 'joining' })
    try {
      const { url } = await ask()
      if (!isClassroomAddress(url.split('#')[0] ?? '')) return setPress({ state: 'failed', text: failed })
      setPress({ state: 'joined' })
      location.assign(url)
    } catch (error) {
      // The class is over or cancelled by now.
      if (isEndpointError(error, 410)) return onChange()
      setPress({ state: 'failed', text: errorMessage(error, 'message') ?? withConnectionError(failed, error) })
    }
  }, [ask, onChange])
  const pressed = useRef(false)
  useEffect(() => {
    // One press for each visit, although development mounts twice.
    if (pressed.current) return
    pressed.current = true
    void join()
  }, [join])
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-xl font-bold">{press.state === 'failed' ? 'You could not be let in' : 'Your classroom is open'}</h2>
      {press.state === 'failed' ? (
        <Notice tone="bad">{press.text}</Notice>
      ) : (
        <p role="status" className="text-muted">
          {press.state === 'joining' ? 'You are being taken to the class…' : 'The classroom opens in this tab.'}
        </p>
      )}
      <Button variant="primary" size="lg" onClick={() => void join()} pending={press.state === 'joining' && 'Opening…'}>
        {press.state === 'failed' ? 'Try again' : 'Join class'}
      </Button>
    </div>
  )
}

function Over({ state, cancelled, children }: { state: JoinState; cancelled: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4">
      {state.state === 'cancelled' ? (
        <>
          <h2 className="text-xl font-bold">This class is cancelled</h2>
          {state.cancel_reason ? <p className="break-words">{state.cancel_reason}</p> : null}
          <p className="text-muted">{cancelled}</p>
        </>
      ) : (
        <>
          <h2 className="text-xl font-bold">This class is over</h2>
          {children}
        </>
      )}
    </div>
  )
}

/** While the class is read. */
export function ClassSkeleton() {
  return (
    <>
      <Skeleton className="h-5 w-48" />
      <h1 className="mt-1.5 text-3xl font-extrabold">Join your class</h1>
      <Loading label="Loading your class" className="mt-4 grid gap-4">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="mt-6 h-40 w-full rounded-lg" />
      </Loading>
    </>
  )
}
