import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { joinClass, type JoinState, readJoinState } from '#contract/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { isWebAddress, joinOpensMinutes } from '#contract/rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call, isEndpointError } from '../lib/api.ts'
import { errorMessage, withConnectionError } from '../lib/error-message.ts'
import { pathToLogin } from '../lib/return-to.ts'
import { useSession } from '../lib/session.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Countdown } from './countdown.tsx'
import { type ServerClock, startClock, useServerTime } from './server-clock.ts'
import { isRecordingLate, recordingLate, recordingWithheld } from './timeline.ts'

/** Leads to the classroom of one class as soon as it is open. */
export function JoinClass({ sessionId }: { sessionId: string }) {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const asked = useQuery({
    queryKey: ['join', user?.email ?? '', sessionId],
    queryFn: async () => {
      const state = await call(readJoinState, { params: { session_id: sessionId } })
      return { ...state, clock: startClock(state.now) }
    },
    enabled: !loading && user !== null,
    staleTime: 0,
  })
  useEffect(() => {
    if (!loading && !user) void navigate(pathToLogin(pathname + search), { replace: true })
  }, [loading, user, navigate, pathname, search])
  if (isEndpointError(asked.error, 404)) return <NoClass />
  if (asked.data) return <Class state={asked.data} clock={asked.data.clock} onChange={() => void asked.refetch()} />
  if (!asked.error) return <JoinSkeleton />
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">Join your class</h1>
      <Notice tone="bad" title="Your class could not be opened">
        {withConnectionError('Please try again.', asked.error)}
      </Notice>
      <Button onClick={() => void asked.refetch()}>Try again</Button>
    </div>
  )
}

interface Props {
  state: JoinState
  clock: ServerClock
  onChange: () => void
}

function Class({ state, clock, onChange }: Props) {
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
          <Enter state={state} onChange={onChange} />
        ) : (
          <Over state={state} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={pathTo('room', state.course_id, { batch: state.batch_id })} variant="secondary">
          Go to the course room
        </ButtonLink>
        {state.state === 'early' ? (
          <AddToCalendar session={state} title={`${state.course}: ${state.topic || `class ${state.number}`}`} />
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
        Your classroom opens {isNear ? '' : `on ${formatDay(state.opens_at)} `}at {formatClock(state.opens_at)}
      </h2>
      {isNear ? <Countdown until={state.opens_at} now={now} /> : null}
      <p className="text-muted">
        {isNear
          ? 'Leave this page open: it leads you to the class by itself.'
          : `That is ${joinOpensMinutes} minutes before the class starts. Come back then.`}
      </p>
    </div>
  )
}

type Press = { state: 'joining' | 'joined' } | { state: 'failed'; text: string }

const failed = 'The classroom could not be opened. Please try again.'

function Enter({ state: { session_id }, onChange }: Pick<Props, 'state' | 'onChange'>) {
  const [press, setPress] = useState<Press>({ state: 'joining' })
  const join = useCallback(async () => {
    setPress({ state: 'joining' })
    try {
      const { url } = await call(joinClass, { params: { session_id } })
      if (!isWebAddress(url)) return setPress({ state: 'failed', text: failed })
      setPress({ state: 'joined' })
      location.assign(url)
    } catch (error) {
      // The class is over or cancelled by now.
      if (isEndpointError(error, 410)) return onChange()
      setPress({ state: 'failed', text: errorMessage(error, 'message') ?? withConnectionError(failed, error) })
    }
  }, [session_id, onChange])
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
      <Button size="lg" onClick={() => void join()} pending={press.state === 'joining' && 'Opening…'}>
        {press.state === 'failed' ? 'Try again' : 'Join class'}
      </Button>
    </div>
  )
}

function Over({ state }: { state: JoinState }) {
  if (state.state === 'cancelled') {
    return (
      <div className="grid gap-2">
        <h2 className="text-xl font-bold">This class is cancelled</h2>
        {state.cancel_reason ? <p className="break-words">{state.cancel_reason}</p> : null}
        <p className="text-muted">Your room shows the other classes of the batch.</p>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-xl font-bold">This class is over</h2>
      <p className="text-muted">
        {state.recording === 'ready'
          ? 'Its recording is here for you.'
          : state.recording === 'processing'
            ? 'Its recording is being prepared. It is here soon.'
            : state.recording === 'expected'
              ? 'Its recording is coming. It is usually here by the next morning.'
              : state.recording === 'withheld'
                ? recordingWithheld
                : isRecordingLate(state, Date.parse(state.now))
                  ? recordingLate
                  : 'It has no recording.'}
      </p>
      {state.recording === 'ready' ? (
        <ButtonLink to={pathTo('videos', state.batch_id, state.number === null ? {} : { day: state.number })}>
          Watch the recording
        </ButtonLink>
      ) : null}
    </div>
  )
}

function NoClass() {
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">This class is not yours</h1>
      <Notice tone="plain" title="You are not enrolled in this class">
        Log in with the e-mail address you enrolled with, or open your courses.
      </Notice>
      <ButtonLink to={pathTo('enrolled-courses')}>Your courses</ButtonLink>
    </div>
  )
}

function JoinSkeleton() {
  return (
    <Loading label="Loading your class" className="grid gap-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-9 w-full max-w-md" />
      <Skeleton className="h-5 w-64" />
      <Skeleton className="mt-6 h-40 w-full rounded-lg" />
    </Loading>
  )
}
