import { useCallback } from 'react'
import { readStudentToday } from '#contract/enrolment/enrolment.ts'
import { pathTo } from '#contract/pages.ts'
import { TodayClasses } from '#web/classes/today-classes.tsx'
import { type TodayQuery, useToday } from '#web/classes/use-today.ts'
import { CourseLinks } from '#web/enrolment/course-links.tsx'
import { useEnrolled } from '#web/enrolment/use-enrolled.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/classes'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Classes' }, readStudentToday.path)

/** The classes of this week over all courses, and the way to the others. */
export default function ClassesPage() {
  const enrolled = useEnrolled()
  const today = useToday()
  return (
    <div className="page max-w-4xl py-6 lg:py-10">
      <h1 className="mb-6 text-3xl font-extrabold">Classes</h1>
      {isOnFirstTry(today) ? (
        <Waiting />
      ) : (
        <>
          <Coming query={today} />
          <section aria-labelledby="all-classes" className="mt-12">
            <h2 id="all-classes" className="mb-4 text-xl">
              All classes by course
            </h2>
            <CourseLinks
              query={enrolled}
              pathOf={(course, batch) => pathTo('room-classes', course.id, { batch: batch.batch_id })}
              countOf={(batch) => `${batch.classes_held} of ${batch.classes_total} classes held`}
            />
          </section>
        </>
      )}
    </div>
  )
}

function Coming({ query: { data, error, isFetching, refetch } }: { query: TodayQuery }) {
  const onOver = useCallback(() => void refetch(), [refetch])
  if (error && !data) {
    return (
      <LoadFailed title="Your classes could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
        They take place as planned. Each course below has its own room.
      </LoadFailed>
    )
  }
  if (!data) return <Waiting />
  if (data.classes.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-edge px-5 py-6 text-muted">
        You have no class ahead. The rooms below keep the classes that were held.
      </p>
    )
  }
  return <TodayClasses classes={data.classes} clock={data.clock} onOver={onOver} />
}

function Waiting() {
  return (
    <Loading label="Loading your classes">
      <Skeleton className="h-7 w-28" />
      <Skeleton className="mt-4 h-60 w-full rounded-lg" />
    </Loading>
  )
}
