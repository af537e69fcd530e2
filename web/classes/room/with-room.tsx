import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useEffect } from 'react'
import type { Room } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ServerClock } from '#ui/server-clock.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { useRootData } from '#web/lib/root-data.ts'
import { useLoginRequired } from '#web/lib/use-login-required.ts'
import { roomQuery } from '../queries.ts'

/** Milliseconds between polls for a recording in preparation. */
const recordingPollMs = 60_000

export interface OpenRoom {
  room: Room
  clock: ServerClock
  /** Reads the room again. */
  onOver: () => void
}

interface Props {
  courseId: string
  /** The loading state of the page, in its final size. */
  skeleton: ReactNode
  children: (open: OpenRoom) => ReactNode
}

/** Reads the student's room of a course, and says what is wrong when there is none. */
export function WithRoom({ courseId, skeleton, children }: Props) {
  const { user, isSignedIn } = useLoginRequired()
  const query = useQuery({
    ...roomQuery(user?.email, courseId),
    enabled: isSignedIn,
    refetchInterval: ({ state }) => (state.data?.batches.some((batch) => batch.awaited) ? recordingPollMs : false),
  })
  const { error, isFetching, refetch } = query
  // A whole room is rendered in slices, so that the page answers meanwhile.
  const data = useDeferredValue(query.data)
  const onOver = useCallback(() => void refetch(), [refetch])
  if (isEndpointError(error, 404)) return <NotEnrolled courseId={courseId} />
  if (data) return children({ room: data, clock: data.clock, onOver })
  if (!error) return skeleton
  return (
    <div className="space-y-6">
      <h1 className="text-3xl font-extrabold">Your course</h1>
      <Notice tone="bad" title="Your room could not be opened">
        Your place is safe; only this page could not be read.
      </Notice>
      <Button variant="primary" pending={isFetching && 'Loading…'} onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  )
}

/** Names the document after what the room has brought. */
export function useRoomTitle(title: string): void {
  const brand = useRootData()?.site.brand
  useEffect(() => {
    document.title = `${title} · ${brand ?? ''}`
  }, [title, brand])
}

function NotEnrolled({ courseId }: { courseId: string }) {
  return (
    <div className="section-gap text-center">
      <h1 className="text-3xl">You are not enrolled in this course</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        Only students of a course have a room in it. If you have just paid, your place appears here as soon as the payment is
        confirmed.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink variant="primary" to="/enrolled-courses" size="lg">
          Enrolled Courses
        </ButtonLink>
        <ButtonLink to={pathTo('course', courseId)} size="lg">
          See this course
        </ButtonLink>
      </div>
    </div>
  )
}
