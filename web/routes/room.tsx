import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect } from 'react'
import { data, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { readCourse } from '#contract/catalog/catalog.ts'
import { readRoom, type Room as RoomData, type RoomBatch } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import { pathTo } from '#contract/pages.ts'
import { listOwnWork } from '#contract/learning/work.ts'
import { CurriculumTab } from '#web/catalog/curriculum-tab.tsx'
import { CertificateCard } from '#web/learning/certificates/certificate-card.tsx'
import { Announcements } from '#web/classes/announcements.tsx'
import { BatchCard } from '#web/classes/batch-card.tsx'
import { BatchSwitch } from '#web/classes/batch-switch.tsx'
import { ClassTimeline } from '#web/classes/class-timeline.tsx'
import { DueWork, useOwnWork } from '#web/classes/due-work.tsx'
import { NextClass } from '#web/classes/next-class.tsx'
import { AttendanceCard, useOwnAttendance } from '#web/classes/own-attendance.tsx'
import { roomQuery } from '#web/classes/queries.ts'
import { RoomSkeleton } from '#web/classes/room-skeleton.tsx'
import type { SavedPosition } from '#web/classes/send-position.ts'
import type { ServerClock } from '#ui/server-clock.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { useRootData } from '#web/lib/root-data.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ReviewCard } from '#web/learning/reviews/review-card.tsx'
import { PurchaseSection } from '#web/money/purchase-section.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/room'
import { pathId, statusOf } from './read-one.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return data(null, { status: await statusOf(call(readCourse, { params: { id: pathId(params.courseId) } })) })
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.courseId)
  return null
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  ownPageMeta(
    matches[0]?.loaderData,
    { title: 'Your course' },
    pathOf(readRoom.path, { course_id: params.courseId }),
    listOwnWork.path,
  )

export default function RoomPage({ params }: Route.ComponentProps) {
  return (
    <div className="page py-6 lg:py-10">
      <Room courseId={params.courseId} />
    </div>
  )
}

/** Milliseconds between polls for a recording in preparation. */
const recordingPollMs = 60_000

function Room({ courseId }: { courseId: string }) {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const query = useQuery({
    ...roomQuery(user?.email, courseId),
    enabled: !loading && user !== null,
    refetchInterval: ({ state }) => (state.data?.batches.some((batch) => batch.awaited) ? recordingPollMs : false),
  })
  const { error, isFetching, refetch } = query
  // A whole room is rendered in slices, so that the page answers meanwhile.
  const data = useDeferredValue(query.data)
  const brand = useRootData()?.site.brand
  const title = data?.course.title
  useEffect(() => {
    if (title) document.title = `${title} · ${brand ?? ''}`
  }, [title, brand])
  useEffect(() => {
    if (!loading && !user) void navigate(pathToLogin(pathname + search), { replace: true })
  }, [loading, user, navigate, pathname, search])
  const queries = useQueryClient()
  const onOver = useCallback(() => void refetch(), [refetch])
  const onSaved = (recordingId: number, saved: SavedPosition) =>
    queries.setQueryData(
      roomQuery(user?.email, courseId).queryKey,
      (room) => room && { ...room, batches: room.batches.map((batch) => withPosition(batch, recordingId, saved)) },
    )
  if (isEndpointError(error, 404)) return <NotEnrolled courseId={courseId} />
  if (data) return <RoomContent room={data} clock={data.clock} onOver={onOver} onSaved={onSaved} />
  if (!error) return <RoomSkeleton />
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

function withPosition(batch: RoomBatch, recordingId: number, saved: SavedPosition): RoomBatch {
  return { ...batch, recordings: batch.recordings.map((one) => (one.id === recordingId ? { ...one, ...saved } : one)) }
}

interface ContentProps {
  room: RoomData
  clock: ServerClock
  onOver: () => void
  onSaved: (recordingId: number, saved: SavedPosition) => void
}

function RoomContent({ room, clock, onOver, onSaved }: ContentProps) {
  const [query] = useSearchParams()
  const { batches } = room
  const batch = batches.find((one) => String(one.batch_id) === query.get('batch')) ?? batches[0]
  if (!batch) return null
  return <RoomOfBatch room={room} batch={batch} clock={clock} onOver={onOver} onSaved={onSaved} />
}

function RoomOfBatch({ room: { course, batches }, batch, clock, onOver, onSaved }: ContentProps & { batch: RoomBatch }) {
  const attendance = useOwnAttendance(batch)
  const work = useOwnWork()
  // What stands first is painted before the long list below it is laid out.
  const isBelowShown = useDeferredValue(true, false)
  return (
    <>
      <Breadcrumb above={[{ to: '/enrolled-courses', label: 'Enrolled Courses' }]} />
      <h1 className="mt-3 max-w-4xl text-3xl font-extrabold">{course.title}</h1>
      <p className="mt-2 text-muted">
        {course.category} <span aria-hidden="true">·</span> {course.duration}
      </p>
      <BatchSwitch batches={batches} shown={batch} />
      <p className="mt-4">
        <ButtonLink to={pathTo('questions', course.id, { batch: batch.batch_id })}>
          <MessageCircleQuestionMark aria-hidden="true" className="size-4" />
          Questions
        </ButtonLink>
      </p>
      <div className="mt-6">
        <NextClass batch={batch} course={course.title} clock={clock} onOver={onOver} />
      </div>
      <Announcements items={batch.announcements} clock={clock} />
      <DueWork query={work} batchId={batch.batch_id} />
      {isBelowShown ? (
        <>
          <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-12">
            <ClassTimeline
              batch={batch}
              course={course.title}
              clock={clock}
              onSaved={onSaved}
              attendance={attendance.data}
              work={work.data?.items ?? []}
            />
            {/* Everything beside the classes. */}
            <div className="space-y-8">
              <AttendanceCard query={attendance} held={batch.classes_held} />
              <CertificateCard batchId={batch.batch_id} course={course.title} />
              <ReviewCard courseId={course.id} />
              <BatchCard batch={batch} />
              <PurchaseSection courseId={course.id} batchId={batch.batch_id} />
              <p className="text-sm text-muted">
                Is something wrong with your enrolment?{' '}
                <Link to="/contact" className="font-semibold text-accent hover:underline">
                  Ask us
                </Link>
              </p>
            </div>
          </div>
          {/* Classes with a module show the curriculum by themselves. */}
          {course.curriculum.length > 0 && !batch.classes.some(({ module }) => module !== '') ? (
            <section aria-label="Curriculum" className="mt-14 max-w-[65rem]">
              <CurriculumTab sections={course.curriculum} />
            </section>
          ) : null}
        </>
      ) : null}
    </>
  )
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
