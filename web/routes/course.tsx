import { useEffect } from 'react'
import { data, isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { readCourse } from '#contract/catalog/catalog.ts'
import { readSiteSettings } from '#contract/site/content.ts'
import { courseTabs, pathTo } from '#contract/pages.ts'
import { readCodeReview } from '#contract/learning/code-reviews.ts'
import { readCourseOutcomes } from '#contract/learning/outcomes.ts'
import { listCourseReviews } from '#contract/learning/reviews.ts'
import { readCourseClip } from '#contract/classes/clips.ts'
import { ApiError } from '#contract/client.ts'
import { replyPromise } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { batchLength } from '#web/catalog/batch-length.ts'
import { BatchPicker, pickerId } from '#web/catalog/batch-picker.tsx'
import { certifiedBy } from '#web/catalog/certified-by.ts'
import { chooseBatch, useChosenBatch } from '#web/catalog/chosen-batch.ts'
import { courseStructuredData } from '#web/catalog/course-structured-data.ts'
import { CourseTabs } from '#web/catalog/course-tabs.tsx'
import { useCoupon } from '#web/lib/coupon/use-coupon.ts'
import { CourseOutcomes } from '#web/learning/outcomes/course-outcomes.tsx'
import { EnrollBar } from '#web/catalog/enroll-bar.tsx'
import { LocalTime } from '#ui/local-time.tsx'
import { InstructorCard } from '#web/catalog/instructor-card.tsx'
import { useOwnBatches } from '#web/catalog/own-batches.ts'
import { PriceCard } from '#web/catalog/price-card.tsx'
import { ShareButton } from '#web/catalog/share-button.tsx'
import { CallbackForm } from '#web/people/enquiries/callback-form-lazy.tsx'
import { CodeReviewSection } from '#web/learning/code-reviews/code-review-section.tsx'
import { ClipSection } from '#web/classes/clips/clip-section.tsx'
import { cardPath, pageMeta } from '#web/lib/page-meta.ts'
import { shownPrice } from '#web/lib/own-price/shown-price.ts'
import { useOwnPrices } from '#web/lib/own-price/use-own-prices.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { openDialog } from '#ui/document-dialog.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import type { Route } from './+types/course'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, settings } = context.get(serverContext)
  const tab = new URL(request.url).searchParams.get('tab')
  if (!/^[1-9]\d{0,8}$/.test(params.id)) throw data(null, { status: 404 })
  const input = { params: { id: params.id } }
  const [read, { reviews, rating }, { outcomes }, codeReview, { clip }] = await Promise.all([
    call(readCourse, input),
    call(listCourseReviews, input),
    call(readCourseOutcomes, input),
    call(readCodeReview, { query: { course: params.id } }),
    call(readCourseClip, input),
  ]).catch((error: unknown) => {
    throw data(null, { status: error instanceof ApiError && error.status === 404 ? 404 : 503 })
  })
  const course = { ...read, reviews }
  const site = await call(readSiteSettings).catch(() => null)
  return {
    course,
    rating,
    outcomes,
    codeReview: codeReview.review,
    clip,
    certifier: certifiedBy(course),
    lengths: Object.fromEntries(course.upcoming_batches.map((batch) => [batch.id, batchLength(course, batch)])),
    // Made here and not in `meta`, which would send its code to the browser.
    structured: courseStructuredData({ ...course, rating }, { brand: site?.brand ?? '', publicUrl: settings.publicUrl }),
    tab: courseTabs.find((known) => known === tab) ?? 'about',
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  if (!loaderData) return pageMeta(root, { title: messages.courseNotFound, description: '' })
  const { course, structured } = loaderData
  return pageMeta(root, {
    title: course.title,
    description: course.description,
    path: pathTo('course', course.id),
    card: cardPath('course', course.id, [course.nearest_batch_date, course.amount]),
    data: structured,
  })
}

export default function CoursePage({ loaderData }: Route.ComponentProps) {
  const { course, rating, outcomes, codeReview, clip, certifier, lengths, tab } = loaderData
  const location = useLocation()
  const chosen = useChosenBatch(course)
  useEffect(() => {
    const state: unknown = location.state
    if (typeof state === 'object' && state !== null && 'openBatchModal' in state && state.openBatchModal) openDialog(pickerId)
  }, [location.state])
  const own = useOwnBatches(course.id)
  const ownBatch = own.current?.batch_id
  const batch =
    course.upcoming_batches.find((one) => one.id === (ownBatch ?? chosen)) ??
    (ownBatch === undefined ? course.upcoming_batches.find((one) => one.can_enroll) : undefined)
  const length = batch && lengths[batch.id]
  const ownPrices = useOwnPrices()
  const coupon = useCoupon(ownBatch === undefined ? batch?.id : undefined, { saves: false })
  const price = shownPrice(coupon.price, ownBatch === undefined && batch ? ownPrices.get(batch.id) : undefined)
  const instructor = course.instructors.find((one) => one.id === batch?.instructor_id) ?? course.instructors[0]
  return (
    <div className="pb-24 lg:pb-0">
      <div className="overflow-x-clip">
        <div className="page lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14">
          <div className="relative isolate py-8 before:absolute before:inset-y-0 before:-inset-x-[100vw] before:-z-10 before:border-b before:border-line before:bg-sunken max-lg:pb-5 lg:py-14">
            <nav aria-label="Breadcrumb" className="mb-6 text-sm text-muted">
              <ol className="flex flex-wrap items-center gap-1.5">
                <li>
                  <Link to="/courses" className="inline-flex min-h-6 items-center hover:text-accent">
                    Courses
                  </Link>
                </li>
                <li className="flex items-center gap-1.5 before:content-['›']">
                  <Link
                    to={`/courses?category=${encodeURIComponent(course.category.toLowerCase())}`}
                    className="inline-flex min-h-6 items-center hover:text-accent"
                  >
                    {course.category}
                  </Link>
                </li>
              </ol>
            </nav>
            <h1 className="text-4xl font-extrabold lg:text-[3.25rem]">{course.title}</h1>
            <p className="mt-5 text-lg text-muted">{course.description}</p>
            <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:flex sm:flex-wrap sm:gap-x-10">
              <Fact name="Duration" value={course.duration} />
              <Fact name="Level" value={course.difficulty_level} />
              <Fact name="Format" value={course.course_type} />
              {certifier ? <Fact name="Certified by" value={certifier} /> : null}
              {instructor ? (
                <div className="max-sm:hidden">
                  <dt className="text-xs text-muted">Taught by</dt>
                  <dd>
                    <a href="#instructor" className="font-semibold underline underline-offset-4 hover:text-accent">
                      {instructor.name}
                    </a>
                  </dd>
                </div>
              ) : null}
            </dl>
            <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2">
              {own.ids.size > 0 ? <ButtonLink to={pathTo('room', course.id)}>Open your room</ButtonLink> : null}
              {course.preview && own.ids.size === 0 ? (
                <ButtonLink to={pathTo('videos', course.preview.batch_id, { day: course.preview.day_number })} reloadDocument>
                  <svg aria-hidden="true" viewBox="0 0 10 12" className="h-3 fill-accent">
                    <path d="M0 0l10 6-10 6z" />
                  </svg>
                  Watch day {course.preview.day_number} free
                </ButtonLink>
              ) : null}
              {course.trial && own.ids.size === 0 ? (
                <ButtonLink to={pathTo('trial', course.trial.session_id)} className="py-1.5">
                  <span className="text-center">
                    Sit in on a class:{' '}
                    <span className="inline-block">
                      {formatDay(course.trial.starts_at)}, {formatClock(course.trial.starts_at)}
                    </span>{' '}
                    <LocalTime instant={course.trial.starts_at} />
                  </span>
                </ButtonLink>
              ) : null}
              <ShareButton courseId={course.id} title={course.title} />
            </div>
          </div>
          <div className="min-w-0 lg:col-start-1 lg:pt-12">
            <CourseTabs
              course={course}
              rating={rating}
              outcomes={outcomes ? <CourseOutcomes outcomes={outcomes} /> : null}
              length={length}
              own={own.ids}
              initial={tab}
              onPick={(id) => {
                chooseBatch(id)
                openDialog(pickerId)
              }}
            />
            <ClipSection
              clip={clip}
              title="A class of this course in a minute"
              className="mt-12 border-t border-line pt-8 [&>h2]:text-2xl"
            />
            <CodeReviewSection
              review={codeReview}
              title="How code is reviewed in this course"
              className="mt-12 border-t border-line pt-8 [&>h2]:text-2xl"
            />
          </div>
          {instructor ? (
            <div className="mt-12 border-t border-line pt-8 lg:col-start-1 lg:pb-20">
              <InstructorCard instructor={instructor} />
            </div>
          ) : null}
          <aside
            aria-label="Price and enrolment"
            className="relative pt-8 pb-12 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:py-14"
          >
            <div className="lg:sticky lg:top-24">
              <PriceCard
                price={price}
                course={course}
                batch={batch}
                length={length}
                chosen={chosen !== null}
                ownBatch={ownBatch}
              />
            </div>
          </aside>
        </div>
      </div>
      <section aria-labelledby="callback" className="border-t border-line bg-sunken">
        <div className="page section-gap grid gap-10 lg:grid-cols-[0.8fr_1fr]">
          <div>
            <h2 id="callback" className="text-3xl">
              Questions first? Ask for a call
            </h2>
            <p className="prose-width mt-4 text-muted">
              We call you {replyPromise} and answer your questions about {course.title}.
            </p>
          </div>
          <div>
            <CallbackForm courseName={course.title} />
          </div>
        </div>
      </section>
      <EnrollBar price={price} course={course} batch={batch} ownBatch={ownBatch} />
      <BatchPicker price={price} own={ownPrices} key={course.id} course={course} />
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page section-gap text-center">
      <h1 className="text-3xl">{missing ? messages.courseNotFound : 'Failed to load course details'}</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        {missing
          ? 'It may have been renamed or withdrawn. All current courses are one step away.'
          : 'The page could not be read just now. Please try again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {missing ? (
          <Button
            variant="primary"
            size="lg"
            onClick={() => (window.history.length > 1 ? window.history.back() : window.location.assign('/courses'))}
          >
            Go Back
          </Button>
        ) : (
          <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        )}
        <ButtonLink to="/courses" size="lg">
          See all courses
        </ButtonLink>
      </div>
    </div>
  )
}
