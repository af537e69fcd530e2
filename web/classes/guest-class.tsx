import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { joinClass, readClassCalendar, readJoinState } from '#contract/classes/classes.ts'
import { createClient, pathOf } from '#contract/client.ts'
import { pathTo } from '#contract/pages.ts'
import { isOwnClassroom } from '#contract/rules.ts'
import { releaseTrialSeat } from '#contract/classes/trials.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ask, fileOf, isEndpointError, messageOf, send } from '#web/lib/api.ts'
import { withConnectionError } from '#web/lib/error-message.ts'
import { type ClassCalls, ClassSkeleton, ClassToJoin } from './class-to-join.tsx'
import { startClock } from '#ui/server-clock.ts'

const notReleased = 'The seat could not be given back. Please try again.'

/** The class of a guest, who has the key of the link in our mail and no account. */
export function GuestClass({ sessionId, guestKey }: { sessionId: string; guestKey: string }) {
  const { call, calls } = useMemo(() => callsOf(sessionId, guestKey), [sessionId, guestKey])
  const [released, setReleased] = useState(false)
  const asked = useQuery({
    queryKey: ['guest-class', sessionId, guestKey],
    queryFn: async () => {
      const state = await call(readJoinState, { params: { session_id: sessionId } })
      return { ...state, clock: startClock(state.now) }
    },
    retry: (count, error) => count < 3 && !isRefused(error),
    staleTime: 0,
    enabled: !released,
  })
  if (released) return <Released courseId={asked.data?.course_id} />
  if (isRefused(asked.error)) return <NoSeat />
  const state = asked.data
  if (state) {
    const toCourse = <ButtonLink to={pathTo('course', state.course_id)}>Go to the course</ButtonLink>
    const release = () => call(releaseTrialSeat, { params: { session_id: sessionId } })
    const mayRelease = state.state === 'early' || state.state === 'open'
    return (
      <>
        <ClassToJoin
          state={state}
          clock={state.clock}
          calls={calls}
          rest={toCourse}
          cancelled="We write to you if it takes place after all. The page of the course names other classes for guests."
          over={<p className="text-muted">We hope that you liked it. The page of the course shows the next batches.</p>}
          onChange={() => void asked.refetch()}
        />
        {mayRelease ? <GiveBack release={release} onDone={() => setReleased(true)} /> : null}
      </>
    )
  }
  if (!asked.error) return <ClassSkeleton />
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">Join your class</h1>
      <Notice tone="bad" title="Your class could not be opened">
        {withConnectionError('Please try again.', asked.error)}
      </Notice>
      <Button variant="primary" onClick={() => void asked.refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** An unknown key, or no seat in this class any more. */
const isRefused = (error: unknown) => isEndpointError(error, 401) || isEndpointError(error, 404)

/** The calls of a guest. They carry no token of a student who is signed in here. */
function callsOf(sessionId: string, key: string) {
  const authorization = `Guest ${key}`
  const call = createClient((sent) => send(sent, authorization))
  const path = pathOf(readClassCalendar.path, { session_id: sessionId })
  const calls: ClassCalls = {
    join: async () => {
      const { url } = await call(joinClass, { params: { session_id: sessionId } })
      // The product's own classroom knows a guest by the key.
      return { url: isOwnClassroom(url) ? `${url}#${key}` : url }
    },
    calendar: async () => fileOf(await ask({ method: 'GET', path, body: undefined }, authorization)),
  }
  return { call, calls }
}

function GiveBack({ release, onDone }: { release: () => Promise<unknown>; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async () => {
    setPending(true)
    setProblem('')
    try {
      await release()
      onDone()
    } catch (error) {
      // A press before this one has given it back.
      if (isRefused(error)) return onDone()
      setProblem(messageOf(error, notReleased))
      setPending(false)
    }
  }
  return (
    <section aria-labelledby="give-back" className="mt-10 border-t border-line pt-6">
      <h2 id="give-back" className="text-lg font-bold">
        You can't come?
      </h2>
      <p className="mt-1 text-muted">Give the seat back, so that somebody else can have it.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {asking ? (
          <>
            <Button variant="primary" pending={pending && 'Giving back…'} onClick={() => void send()}>
              Yes, give the seat back
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Give the seat back</Button>
        )}
      </div>
      {problem ? (
        <div className="mt-4">
          <Notice tone="bad" title={problem} />
        </div>
      ) : null}
    </section>
  )
}

function Released({ courseId }: { courseId: number | undefined }) {
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">Your seat is free again</h1>
      <Notice tone="good" title="Thank you for telling us.">
        Your link does not open the class any more.
      </Notice>
      <ButtonLink variant="primary" to={courseId === undefined ? pathTo('courses') : pathTo('course', courseId)}>
        Go to the course
      </ButtonLink>
    </div>
  )
}

function NoSeat() {
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">This link opens no class</h1>
      <Notice tone="plain" title="The seat was given back, or the link is not complete">
        Open it from our mail again, or copy all of it. The pages of our courses name the classes that take guests.
      </Notice>
      <ButtonLink variant="primary" to={pathTo('courses')}>
        See all courses
      </ButtonLink>
    </div>
  )
}
