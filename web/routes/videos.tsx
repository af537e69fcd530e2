import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import { data, Link, useLocation, useSearchParams } from 'react-router'
import { listVideos } from '#contract/classes/classes.ts'
import { ApiError, pathOf } from '#contract/client.ts'
import { pathTo } from '#contract/pages.ts'
import { allowsPlayer } from '#web/classes/allows-player.ts'
import { BelowPlayer } from '#web/classes/below-player.tsx'
import { DayList } from '#web/classes/day-list.tsx'
import { LockedScreen } from '#web/classes/locked-screen.tsx'
import { renewIntervalMs, videosQuery } from '#web/classes/queries.ts'
import { chooseVideo, readVideos } from '#web/classes/read-videos.ts'
import { startClock } from '#ui/server-clock.ts'
import { Theatre } from '#web/classes/theatre.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { PaymentDue } from '#web/classes/payment-due.tsx'
import { pathToLogin } from '#web/lib/return-to.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/videos'
import { pathId, statusOf } from './read-one.ts'

const notLoaded = 'Failed to load videos'

/** Public data only: the session is in the browser, which asks what the student may watch. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.batchId === undefined) return data(null, { status: 404 })
  const { call } = context.get(serverContext)
  const asked = call(listVideos, { params: { batch_id: pathId(params.batchId) } })
  const [answer, status] = await Promise.all([asked.catch(() => null), statusOf(asked)])
  // Not public, but the student may have access: the browser asks again with their session.
  return data(answer && { ...answer, videos: readVideos(answer) }, { status })
}

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  ownPageMeta(
    matches[0]?.loaderData,
    {
      title: loaderData ? `Recordings: ${loaderData.course}` : 'Recordings',
      description: 'Recordings of the classes of this batch, day by day.',
    },
    ...(params.batchId === undefined ? [] : [pathOf(listVideos.path, { batch_id: params.batchId })]),
  )

export default function VideosPage({ loaderData, params }: Route.ComponentProps) {
  useEffect(() => {
    if (!allowsPlayer()) location.reload()
  }, [])
  if (params.batchId === undefined) {
    return (
      <ContentError
        notFound
        missing="Batch ID is missing"
        failed=""
        text="Open the recordings from your course, where each batch has its own."
      >
        <OtherPages />
      </ContentError>
    )
  }
  return <Videos batchId={params.batchId} publicData={loaderData} />
}

function Videos({ batchId, publicData }: { batchId: string; publicData: Route.ComponentProps['loaderData'] }) {
  const { loading, user } = useSession()
  const [query] = useSearchParams()
  const { pathname, search } = useLocation()
  const own = useQuery({ ...videosQuery(user?.email, batchId), enabled: !loading && (user !== null || publicData === null) })
  const { refetch } = own
  useEffect(() => {
    const timer = setInterval(() => void refetch(), renewIntervalMs)
    return () => clearInterval(timer)
  }, [refetch])
  const clock = useMemo(() => startClock(publicData?.now ?? new Date(0).toISOString()), [publicData])
  const known = !loading && (user === null ? publicData !== null || own.data !== undefined : own.data !== undefined)
  const list = own.data ?? publicData
  if (!own.data && own.error instanceof ApiError && own.error.status === 404) return <BatchNotFound />
  if (!list || (own.error && !own.data)) {
    return <LoadError failed={own.error !== null} pending={own.isFetching} onRetry={() => void own.refetch()} />
  }
  const day = query.get('day')
  const { videos } = list
  const chosen = chooseVideo(videos, day)
  const next = chosen && videos[videos.indexOf(chosen) + 1]
  return (
    <div className="page py-8 lg:py-12">
      <nav aria-label="Breadcrumb" className="text-sm text-muted">
        <Link
          to={list.enrolled ? pathTo('room', list.course_id, { batch: batchId }) : pathTo('course', list.course_id)}
          reloadDocument
          className="inline-flex min-h-6 items-center hover:text-accent"
        >
          {list.enrolled ? 'Back to your course' : 'Back to the course'}
        </Link>
      </nav>
      <h1 className="mt-2 mb-6 text-2xl font-extrabold">
        <span className="sr-only">Recordings: </span>
        {list.course}
      </h1>
      {list.payment_due ? (
        <div className="mb-6">
          <PaymentDue courseId={list.course_id} batchId={Number(batchId)} isPaused />
        </div>
      ) : null}
      {videos.length === 0 ? (
        <Empty title="No videos available">
          <p className="mt-2 text-muted">Each class is recorded, and its recording comes here on the day after.</p>
        </Empty>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
          <div>
            {!chosen && day !== null ? (
              <Notice tone="plain" title={`There is no recording of day ${day.slice(0, 9)}.`}>
                It may still be coming. Choose another day.
              </Notice>
            ) : null}
            {chosen && !known ? <Screen /> : null}
            {chosen && known && chosen.locked && !list.payment_due ? (
              <LockedScreen video={chosen} courseId={list.course_id} loginPath={user ? null : pathToLogin(pathname + search)} />
            ) : null}
            {chosen && known && !chosen.locked ? (
              <Recording
                key={chosen.id}
                video={chosen}
                courseId={list.enrolled ? list.course_id : null}
                offeredId={list.enrolled ? null : list.course_id}
                next={next}
                batchId={batchId}
                clock={own.data?.clock ?? clock}
                email={user?.email}
                onRenew={own.refetch}
              />
            ) : null}
          </div>
          <DayList videos={videos} chosen={chosen} known={known} />
        </div>
      )}
    </div>
  )
}

function Recording({
  courseId,
  offeredId,
  next,
  ...props
}: Omit<ComponentProps<typeof Theatre>, 'onEnded'> &
  Pick<ComponentProps<typeof BelowPlayer>, 'courseId' | 'offeredId' | 'next'>) {
  const [ended, setEnded] = useState(false)
  return (
    <>
      <Theatre {...props} onEnded={() => setEnded(true)} />
      <BelowPlayer
        video={props.video}
        courseId={courseId}
        offeredId={offeredId}
        next={next}
        signedIn={props.email !== undefined}
        ended={ended}
      />
    </>
  )
}

function Screen() {
  return (
    <Loading label="Loading the recording">
      <Skeleton className="aspect-video w-full rounded-lg" />
      <Skeleton className="mt-5 h-5 w-44" />
      <Skeleton className="mt-2 h-8 w-80 max-w-full" />
    </Loading>
  )
}

function LoadError({ failed, pending, onRetry }: { failed: boolean; pending: boolean; onRetry: () => void }) {
  return (
    <div className="page py-8 lg:py-12">
      <h1 className="mb-8 text-3xl font-extrabold">Recordings</h1>
      {failed && !pending ? (
        <Notice tone="bad" title={notLoaded}>
          Nothing of yours is lost; only this list could not be read.
        </Notice>
      ) : (
        <Screen />
      )}
      <div className="mt-6">
        <Button variant="primary" pending={pending && 'Loading…'} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <BatchNotFound notFound={useIsNotFound()} />
}

function BatchNotFound({ notFound = true }: { notFound?: boolean }) {
  return (
    <ContentError
      notFound={notFound}
      missing="Batch not found"
      failed={notLoaded}
      text="There is no such batch, or it was withdrawn. Your own recordings are in your courses."
    >
      <OtherPages />
    </ContentError>
  )
}

function OtherPages() {
  return (
    <>
      <ButtonLink variant="primary" to="/enrolled-courses" size="lg" reloadDocument>
        Enrolled Courses
      </ButtonLink>
      <ButtonLink to="/courses" size="lg" reloadDocument>
        See all courses
      </ButtonLink>
    </>
  )
}
