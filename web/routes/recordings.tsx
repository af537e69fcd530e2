import { readStudentToday } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { TodayRecordings } from '#web/classes/today-recordings.tsx'
import { type TodayQuery, useToday } from '#web/classes/use-today.ts'
import { CourseLinks } from '#web/enrolment/course-links.tsx'
import { useEnrolled } from '#web/enrolment/use-enrolled.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/recordings'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Recordings' }, readStudentToday.path)

/** The newest recordings over all courses, and the way to those of each batch. */
export default function RecordingsPage() {
  const enrolled = useEnrolled()
  const today = useToday()
  return (
    <div className="page max-w-4xl py-6 lg:py-10">
      <h1 className="mb-6 text-3xl font-extrabold">Recordings</h1>
      {isOnFirstTry(today) ? (
        <Waiting />
      ) : (
        <>
          <Newest query={today} />
          <section aria-labelledby="all-recordings" className="mt-12">
            <h2 id="all-recordings" className="mb-4 text-xl">
              All recordings by course
            </h2>
            <CourseLinks
              query={enrolled}
              pathOf={(course, batch) => pathTo('room-classes', course.id, { batch: batch.batch_id, show: 'recordings' })}
              countOf={({ classes_recorded: count }) =>
                count === 0 ? 'no recordings' : count === 1 ? '1 class recorded' : `${count} classes recorded`
              }
            />
          </section>
        </>
      )}
    </div>
  )
}

function Newest({ query: { data, error, isFetching, refetch } }: { query: TodayQuery }) {
  if (error && !data) {
    return (
      <LoadFailed title="Your newest recordings could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        They are safe, and each course below has its own.
      </LoadFailed>
    )
  }
  if (!data) return <Waiting />
  return <TodayRecordings recordings={data.recordings} hasClassAhead={data.classes.length > 0} />
}

function Waiting() {
  return (
    <Loading label="Loading your recordings">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="mt-4 h-60 w-full rounded-lg" />
    </Loading>
  )
}
