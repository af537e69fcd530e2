import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { readRoom } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import { pathTo } from '#contract/pages.ts'
import { RoomViews } from '#web/classes/room/room-views.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { BatchSwitch } from '#web/classes/batch-switch.tsx'
import { roomQuery } from '#web/classes/queries.ts'
import { Board } from '#web/classes/questions/board.tsx'
import { useStudent } from '#web/classes/questions/use-student.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/questions'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.courseId)
  return null
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Questions' }, pathOf(readRoom.path, { course_id: params.courseId }))

export default function QuestionsPage({ params: { courseId } }: Route.ComponentProps) {
  const student = useStudent('Questions')
  const [query] = useSearchParams()
  const { data, error, isFetching, refetch } = useQuery({ ...roomQuery(student?.email, courseId), enabled: student !== null })
  const batch = data?.batches.find((one) => String(one.batch_id) === query.get('batch')) ?? data?.batches[0]
  return (
    <div className="page max-w-4xl py-6 lg:py-10">
      <Breadcrumb
        above={[
          { to: '/enrolled-courses', label: 'Today' },
          { to: pathTo('room', courseId, batch ? { batch: batch.batch_id } : {}), label: data?.course.title ?? 'Your course' },
        ]}
      />
      <h1 className="mt-3 text-3xl font-extrabold">Questions</h1>
      {isEndpointError(error, 404) ? (
        <div className="mt-6 space-y-5">
          <p className="text-muted">You are not enrolled in this course. Only its students read the questions.</p>
          <ButtonLink to="/enrolled-courses">Enrolled Courses</ButtonLink>
        </div>
      ) : data && batch && student ? (
        <>
          <p className="mt-2 max-w-2xl text-muted">
            Your batch reads what you ask, and {batch.instructor.name} answers on working days. Others see your first name.
          </p>
          <BatchSwitch batches={data.batches} shown={batch} />
          <RoomViews courseId={data.course.id} batchId={batch.batch_id} shown="questions" />
          <div className="mt-8">
            <Board key={batch.batch_id} batch={batch} email={student.email} />
          </div>
        </>
      ) : error ? (
        <div className="mt-6">
          <LoadFailed title="Your batch could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading label="Loading the questions" className="mt-6 space-y-4">
          <Skeleton className="h-11 w-48" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </Loading>
      )}
    </div>
  )
}
