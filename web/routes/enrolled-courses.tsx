import { useCallback, useEffect } from 'react'
import * as messages from '#contract/messages.ts'
import { readStudentToday } from '#contract/enrolment/enrolment.ts'
import { listOwnWork } from '#contract/learning/work.ts'
import { PhoneCard } from '#web/people/accounts/phone-card.tsx'
import { NextStarts } from '#web/catalog/next-starts.tsx'
import { HandedInWork } from '#web/classes/handed-in-work.tsx'
import { TodayClasses } from '#web/classes/today-classes.tsx'
import { type OwnWorkQuery, useOwnWork } from '#web/classes/due-work.tsx'
import { TodayRecordings } from '#web/classes/today-recordings.tsx'
import { type TodayQuery, useToday } from '#web/classes/use-today.ts'
import { TodayWork } from '#web/classes/today-work.tsx'
import { isOpenWork } from '#web/classes/work-state.ts'
import { byNextClass } from '#web/enrolment/by-next-class.ts'
import { EnrolledCard } from '#web/enrolment/enrolled-card.tsx'
import { OwnWaits } from '#web/enrolment/waitlist/own-waits.tsx'
import { useEnrolled } from '#web/enrolment/use-enrolled.ts'
import { EarnedCertificates } from '#web/learning/certificates/earned-certificates.tsx'
import { ReviewWanted } from '#web/learning/reviews/review-wanted.tsx'
import { type AfterCourses, useAfterCourses } from '#web/learning/use-after-courses.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toast.ts'
import { PaymentDue } from '#web/classes/payment-due.tsx'
import { UnfinishedPayments } from '#web/money/unfinished-payments.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/enrolled-courses'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Enrolled Courses' }, readStudentToday.path, listOwnWork.path)

const failed = messages.coursesNotFetched
const grid = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

export default function EnrolledCourses() {
  const enrolled = useEnrolled()
  const today = useToday()
  const work = useOwnWork()
  const { user } = useSession()
  const courses = enrolled.data ?? []
  // No class of theirs is ahead, and what they have made and can do next takes its place.
  const isAfter = today.data?.classes.length === 0 && courses.length > 0
  const after = useAfterCourses(isAfter ? user?.email : undefined, courses)
  const waits = isOnFirstTry(today) || isOnFirstTry(work) || after.waits
  const isBeside = isAfter && courses.length === 1
  return (
    <div className="page py-6 lg:py-10">
      <h1 className="mb-6 text-3xl font-extrabold">Today</h1>
      <div className="mb-8 empty:hidden">
        <PhoneCard />
      </div>
      {waits ? <WaitingToday /> : <Today query={today} work={work} after={isAfter ? after : null} />}
      {/* Another element once everything above it has come: it is not moved. */}
      <div
        key={String(waits)}
        className={isBeside && !waits ? 'grid gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-3' : 'space-y-10'}
      >
        <section id="courses" aria-labelledby="enrolled-courses" className="scroll-mt-20">
          <h2 id="enrolled-courses" className="mb-4 text-xl">
            Enrolled Courses
          </h2>
          {waits ? <Waiting /> : <Courses query={enrolled} className={isBeside ? '' : grid} />}
        </section>
        {isAfter && !waits ? (
          <div className={isBeside ? 'md:mt-12 lg:col-span-2' : 'max-w-3xl'}>
            <NextStarts without={new Set(courses.map(({ id }) => id))} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

interface TodayProps {
  query: TodayQuery
  work: OwnWorkQuery
  /** Of a student without a class ahead. */
  after: AfterCourses | null
}

/** What a student does next over all courses. The list of courses below works without it. */
function Today({ query: { data, error, isFetching, refetch }, work, after }: TodayProps) {
  const hasWork = work.error !== null || (work.data?.items.some((one) => after !== null || isOpenWork(one)) ?? false)
  const onOver = useCallback(() => void refetch(), [refetch])
  if (error && !data) {
    return (
      <div className="mb-10 space-y-4">
        <Notice tone="bad" title="Your day could not be loaded.">
          Your classes take place as planned. Each course below has its own room.
        </Notice>
        <Button pending={isFetching && 'Loading…'} onClick={() => void refetch()}>
          Load your day again
        </Button>
      </div>
    )
  }
  if (!data) return <WaitingToday />
  const { classes, recordings, due_payments: due, clock } = data
  // An offer holds its seat longer than a payment that was begun for it. Once it is paid, the payment is what counts.
  const isConfirming = (batchId: number) =>
    data.unfinished_payments.some(({ batch_id: id, state }) => id === batchId && state === 'confirming')
  const waits = data.waits.filter(({ batch_id: id }) => !isConfirming(id))
  const payments = data.unfinished_payments.filter(({ batch_id: id }) => waits.every((wait) => wait.batch_id !== id))
  const isEarned = after !== null && after.certificates.length + after.toReview.length > 0
  const hasMore = recordings.length + payments.length + waits.length + due.length > 0 || hasWork
  if (classes.length === 0 && !isEarned && !hasMore) return null
  const isTwofold = hasMore && (classes.length > 0 || isEarned)
  return (
    <div
      className={`mb-14 grid items-start gap-10 lg:gap-12 ${isTwofold || classes.length > 0 ? 'lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]' : ''}`}
    >
      {isEarned ? (
        <div className={isTwofold ? 'space-y-10' : 'grid items-start gap-10 lg:grid-cols-2 lg:gap-12'}>
          <EarnedCertificates certificates={after.certificates} />
          <ReviewWanted courses={after.toReview} />
        </div>
      ) : (
        <TodayClasses classes={classes} clock={clock} onOver={onOver} />
      )}
      <div className="space-y-10 empty:hidden">
        {due.map((part) => (
          <PaymentDue
            key={part.batch_id}
            courseId={part.course_id}
            batchId={part.batch_id}
            dueOn={part.due_on}
            isPaused={part.is_paused}
            course={part.course}
          />
        ))}
        <OwnWaits waits={waits} />
        <UnfinishedPayments payments={payments} />
        <TodayWork query={work} />
        {after ? <HandedInWork query={work} /> : null}
        {classes.length + recordings.length > 0 ? (
          <TodayRecordings recordings={recordings} hasClassAhead={classes.length > 0} />
        ) : null}
      </div>
    </div>
  )
}

interface CoursesProps {
  query: ReturnType<typeof useEnrolled>
  /** Of the list. */
  className: string
}

function Courses({ query: { data, error, isFetching, refetch }, className }: CoursesProps) {
  useEffect(() => {
    if (error) toast.account('error', failed)
  }, [error])
  if (error && !data) {
    return (
      <div className="space-y-6">
        <Notice tone="bad" title={failed}>
          Your places are safe. Only this list could not be loaded.
        </Notice>
        <Button variant="primary" pending={isFetching && 'Loading…'} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    )
  }
  if (!data) return <Waiting />
  if (data.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-edge px-6 py-16 text-center">
        <p className="text-lg font-semibold">No enrolled courses found.</p>
        <p className="mt-2 text-muted">Choose a batch, and its dates and classroom appear here.</p>
        <ButtonLink variant="primary" to="/courses" className="mt-6">
          See all courses
        </ButtonLink>
      </div>
    )
  }
  return (
    <ul className={className}>
      {byNextClass(data).map((course, index) => (
        <li key={course.id}>
          <EnrolledCard course={course} eager={index < 3} />
        </li>
      ))}
    </ul>
  )
}

/** Without words: the list of courses says that the page is loading. */
function WaitingToday() {
  return (
    <div aria-hidden="true" className="mb-14 grid gap-10 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:gap-12">
      <div>
        <Skeleton className="h-7 w-24" />
        <Skeleton className="mt-4 h-60 w-full rounded-lg" />
      </div>
      <div>
        <Skeleton className="h-7 w-52" />
        <Skeleton className="mt-4 h-60 w-full rounded-lg" />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <Loading label="Loading your courses" className={grid}>
      {[1, 2, 3].map((card) => (
        <div key={card} className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          <Skeleton className="aspect-[16/9] w-full rounded-none" />
          <div className="space-y-3 p-5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-7 w-56 max-w-full" />
            <Skeleton className="mt-8 h-5 w-full" />
            <Skeleton className="h-5 w-40" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
