import { useQuery } from '@tanstack/react-query'
import { pathOf } from '#contract/client.ts'
import { readQuestion } from '#contract/learning/questions.ts'
import { pathTo } from '#contract/pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { questionQuery } from '#web/classes/questions/queries.ts'
import { boardPath, Thread } from '#web/classes/questions/thread.tsx'
import { useStudent } from '#web/classes/questions/use-student.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import type { Route } from './+types/question'
import { pathId } from './read-one.ts'

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.questionId)
  return null
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Question' }, pathOf(readQuestion.path, { id: params.questionId }))

export default function QuestionPage({ params: { questionId } }: Route.ComponentProps) {
  const student = useStudent('Question')
  const asked = useQuery({ ...questionQuery(student?.email, questionId), enabled: student !== null })
  const { data, error, isFetching, refetch } = asked
  return (
    <div className="page py-6 lg:py-10">
      <Breadcrumb
        isShort
        above={[
          { to: '/enrolled-courses', label: 'Today' },
          ...(data
            ? [
                { to: pathTo('room', data.course_id, { batch: data.batch_id }), label: data.course },
                { to: boardPath(data), label: 'Questions' },
              ]
            : []),
        ]}
      />
      {data && student ? (
        <Thread question={data} email={student.email} />
      ) : isEndpointError(error, 404) ? (
        <div className="mt-3 space-y-5">
          <h1 className="text-3xl font-extrabold">There is no such question</h1>
          <p className="text-muted">It was deleted, or it belongs to another batch.</p>
          <ButtonLink to="/enrolled-courses">Enrolled Courses</ButtonLink>
        </div>
      ) : error ? (
        <div className="mt-3 space-y-6">
          <h1 className="text-3xl font-extrabold">Question</h1>
          <LoadFailed title="The question could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <h1 className="mt-3 text-2xl font-extrabold sm:text-3xl">Question</h1>
          <Loading label="Loading the question" className="mt-2 space-y-4">
            <Skeleton className="h-5 w-56" />
            <Skeleton className="h-32 w-full" />
          </Loading>
        </>
      )}
    </div>
  )
}
