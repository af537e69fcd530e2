import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { joinClass, type JoinState, readClassCalendar, readJoinState } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { call, download, isEndpointError } from '#web/lib/api.ts'
import { withConnectionError } from '#web/lib/error-message.ts'
import { useLoginRequired } from '#web/lib/use-login-required.ts'
import { type ClassCalls, ClassSkeleton, ClassToJoin } from './class-to-join.tsx'
import { startClock } from '#ui/server-clock.ts'
import { isRecordingLate, recordingLate, recordingWithheld } from './timeline.ts'

/** Leads to the classroom of one class as soon as it is open. */
export function JoinClass({ sessionId }: { sessionId: string }) {
  const { user, isSignedIn } = useLoginRequired()
  const asked = useQuery({
    queryKey: ['join', user?.email ?? '', sessionId],
    queryFn: async () => {
      const state = await call(readJoinState, { params: { session_id: sessionId } })
      return { ...state, clock: startClock(state.now) }
    },
    enabled: isSignedIn,
    staleTime: 0,
  })
  const calls = useMemo<ClassCalls>(
    () => ({
      join: () => call(joinClass, { params: { session_id: sessionId } }),
      calendar: () => download(pathOf(readClassCalendar.path, { session_id: sessionId })),
    }),
    [sessionId],
  )
  if (isEndpointError(asked.error, 404)) return <NoClass />
  if (asked.data) {
    const state = asked.data
    return (
      <ClassToJoin
        state={state}
        clock={state.clock}
        calls={calls}
        rest={<ButtonLink to={pathTo('room', state.course_id, { batch: state.batch_id })}>Go to the course room</ButtonLink>}
        cancelled="Your room shows the other classes of the batch."
        over={<Recording state={state} />}
        onChange={() => void asked.refetch()}
      />
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

function Recording({ state }: { state: JoinState }) {
  return (
    <>
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
        <ButtonLink variant="primary" to={pathTo('videos', state.batch_id, state.number === null ? {} : { day: state.number })}>
          Watch the recording
        </ButtonLink>
      ) : null}
    </>
  )
}

function NoClass() {
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">This class is not yours</h1>
      <Notice tone="plain" title="You are not enrolled in this class">
        Log in with the e-mail address you enrolled with, or open your courses. A guest comes in by the link in our mail.
      </Notice>
      <ButtonLink variant="primary" to={pathTo('enrolled-courses')}>
        Your courses
      </ButtonLink>
    </div>
  )
}
