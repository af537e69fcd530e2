import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { joinClass, type JoinState, readJoinState } from '#contract/classes/classes.ts'
import { isClassroomAddress, isOwnClassroom, joinOpensMinutes } from '#contract/rules.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { formatClock, formatDay, formatLongDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText, hasStatus } from '#console/kit/api/error-text.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type ServerClock, startClock, useServerTime } from '#ui/server-clock.ts'
import { Failed } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'

/** Milliseconds after which a class without a link is read again. */
const askAgain = 10_000

/** Leads an instructor to the classroom of one class as soon as it is open. */
export function Page() {
  const id = Number(useParams()['id'])
  useTitle('Classroom')
  const { data, error, refetch } = useQuery({
    queryKey: ['classroom', id],
    queryFn: async () => {
      const state = await call(readJoinState, { params: { session_id: id } })
      return { ...state, clock: startClock(state.now) }
    },
    enabled: Number.isSafeInteger(id) && id > 0,
    staleTime: 0,
    // Staff may set the link while the instructor waits.
    refetchInterval: ({ state }) => (state.data && isOn(state.data) && !state.data.has_classroom ? askAgain : false),
  })
  const isNobodys = hasStatus(error, 404) || hasStatus(error, 400) || !(Number.isSafeInteger(id) && id > 0)
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid max-w-xl gap-6 px-4 pt-8 pb-12 sm:px-8 sm:pt-16">
        {isNobodys ? (
          <NotYours />
        ) : data ? (
          <Class key={data.session_id} state={data} clock={data.clock} onChange={() => void refetch()} />
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
    </div>
  )
}

const isOn = ({ state }: JoinState) => state === 'early' || state === 'open'

interface Props {
  state: JoinState
  clock: ServerClock
  onChange: () => void
}

function Class({ state, clock, onChange }: Props) {
  const { staff, may } = useAccess()
  const path = may('batches:read') ? 'batches' : staff.roles.includes('instructor') ? 'own-batches' : null
  return (
    <article className="grid gap-6">
      <header>
        <p className="font-semibold text-accent">{state.course}</p>
        <h1 tabIndex={-1} className="mt-1 text-2xl break-words outline-none">
          {classTitle(state)}
          {state.topic ? `: ${state.topic}` : null}
        </h1>
        <p className="figures mt-2 text-base">
          <time dateTime={state.starts_at}>{formatLongDay(state.starts_at)}</time>
        </p>
        <p className="figures text-muted">
          {formatClock(state.starts_at).replace(' IST', '')} to {formatClock(state.ends_at)}{' '}
          <LocalTime instant={state.starts_at} />
        </p>
        <p className="text-muted">with {state.instructor}</p>
      </header>
      <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5">
        {state.state === 'early' ? (
          <Early state={state} clock={clock} onChange={onChange} />
        ) : state.state === 'over' || state.state === 'cancelled' ? (
          <Over state={state} />
        ) : state.has_classroom ? (
          <Enter state={state} onChange={onChange} />
        ) : (
          <NoLink />
        )}
      </div>
      {path ? (
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={`/${path}/${state.batch_id}?class=${state.session_id}`}>What to prepare and notes</ButtonLink>
        </div>
      ) : null}
    </article>
  )
}

/** Milliseconds before it opens in which the minutes are counted. */
const countFrom = 60 * 60_000

function Early({ state, clock, onChange }: Props) {
  const now = useServerTime(clock)
  const left = Date.parse(state.opens_at) - now
  const isOpen = left <= 0
  useEffect(() => {
    if (isOpen) onChange()
  }, [isOpen, onChange])
  const isNear = left <= countFrom
  return (
    <>
      <h2 className="text-lg">
        The classroom opens {isNear ? '' : `on ${formatDay(state.opens_at)} `}at {formatClock(state.opens_at)}
      </h2>
      {isNear ? (
        <p aria-hidden="true" className="figures text-2xl font-semibold text-signal">
          {minutesAndSeconds(left)}
        </p>
      ) : null}
      <p className="text-muted">
        {isNear
          ? 'Leave this page open: it opens the class automatically.'
          : `That is ${joinOpensMinutes} minutes before the class starts.`}
      </p>
      {state.has_classroom ? null : <p className="text-signal">This class has no link yet. Please ask the office for it.</p>}
    </>
  )
}

function minutesAndSeconds(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type Press = { state: 'joining' | 'joined' } | { state: 'failed'; text: string }

function Enter({ state: { session_id }, onChange }: Pick<Props, 'state' | 'onChange'>) {
  const [press, setPress] = useState<Press>({ state: 'joining' })
  const join = useCallback(async () => {
    setPress({ state: 'joining' })
    try {
      const { url } = await call(joinClass, { params: { session_id } })
      if (!isClassroomAddress(url)) return setPress({ state: 'failed', text: 'The link of this class is no address of the web.' })
      setPress({ state: 'joined' })
      location.assign(isOwnClassroom(url) ? `${url}?as=staff` : url)
    } catch (error) {
      setPress({ state: 'failed', text: errorText(error) })
      // The class is over, cancelled or somebody else's by now, or its link is gone.
      if (hasStatus(error, 410) || hasStatus(error, 409) || hasStatus(error, 404)) onChange()
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
    <>
      <h2 className="text-lg">{press.state === 'failed' ? 'The classroom did not open' : 'The classroom is open'}</h2>
      {press.state === 'failed' ? (
        <p role="alert" className="text-bad">
          {press.text}
        </p>
      ) : (
        <p role="status" className="text-muted">
          {press.state === 'joining' ? 'You are being taken to the class…' : 'The classroom opens in this tab.'}
        </p>
      )}
      <Button variant="primary" onClick={() => join()} pending={press.state === 'joining' && 'Opening…'}>
        Open the classroom
      </Button>
    </>
  )
}

function NoLink() {
  return (
    <>
      <h2 className="text-lg">This class has no link yet</h2>
      <p role="status" className="text-muted">
        Please ask the office for it. Leave this page open: it leads you to the class as soon as there is a link.
      </p>
    </>
  )
}

const recordingTexts = {
  ready: 'Its recording is there.',
  expected: 'Its recording is expected.',
  processing: 'Its recording is being prepared.',
  missing: 'Its recording is missing. Please ask the office.',
  withheld: 'Its recording is withheld.',
} as const

function Over({ state: { state, recording } }: Pick<Props, 'state'>) {
  return state === 'cancelled' ? (
    <>
      <h2 className="text-lg">This class is cancelled</h2>
      <p className="text-muted">The students have been told by mail.</p>
    </>
  ) : (
    <>
      <h2 className="text-lg">This class is over</h2>
      {recording ? <p className="text-muted">{recordingTexts[recording]}</p> : null}
    </>
  )
}

function NotYours() {
  return (
    <div className="grid justify-items-start gap-3">
      <h1 tabIndex={-1} className="text-2xl outline-none">
        This class is not yours
      </h1>
      <p className="text-base text-muted">Somebody else teaches it, or it does not exist.</p>
      <ButtonLink to="/today">Go to Today</ButtonLink>
    </div>
  )
}

function Waiting() {
  return (
    <Loading label="Loading" className="grid gap-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-4 w-56" />
      <Skeleton className="mt-4 h-36 w-full" />
    </Loading>
  )
}
