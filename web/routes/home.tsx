import { data } from 'react-router'
import { listHomeCourses, listInstructors, listNextStarts } from '#contract/catalog/catalog.ts'
import { readCodeReview } from '#contract/learning/code-reviews.ts'
import { listShownCompanies, listTestimonials, readSiteSettings, type SiteSettings } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { readHomeClip } from '#contract/classes/clips.ts'
import { CategoryFilter } from '#web/catalog/category-filter.tsx'
import { CourseRows } from '#web/catalog/course-rows.tsx'
import { CoursesLoadFailed } from '#web/catalog/courses-load-failed.tsx'
import { FirstClassPreview } from '#web/catalog/first-class-preview.tsx'
import { InstructorList } from '#web/catalog/instructor-list.tsx'
import { StartingSoon } from '#web/catalog/starting-soon.tsx'
import { ClassWalkthrough } from '#web/site/content/class-walkthrough.tsx'
import { AlumniEmployers } from '#web/site/content/companies.tsx'
import { CompaniesPicture } from '#web/site/content/companies-picture.tsx'
import { ExampleNote } from '#web/site/content/example-note.tsx'
import { OfferingIcon } from '#web/site/content/offering-icon.tsx'
import { Questions } from '#web/site/content/questions.tsx'
import { TypingHeadline } from '#web/site/content/typing-headline.tsx'
import { inSubjects, pageMeta } from '#web/lib/page-meta.ts'
import { CodeReviewSection } from '#web/learning/code-reviews/code-review-section.tsx'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { ClipSection } from '#web/classes/clips/clip-section.tsx'
import { serverContext } from '#web/lib/server-context.ts'
import { NextClassCard } from '#web/enrolment/next-class-card.tsx'
import { ContinuePayment } from '#web/money/continue-payment.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import liveClass from '#web/site/content/live-class.svg?no-inline'
import type { Route } from './+types/home'

/** Two rows on a desk. */
const shownInstructors = 8

export const headers = cachedWhenRead

export async function loader({ context }: Route.LoaderArgs) {
  const { call, settings } = context.get(serverContext)
  const [catalogue, starts, instructors, companies, testimonials, codeReview, clip, site] = await Promise.all([
    call(listHomeCourses).catch(() => null),
    call(listNextStarts).catch(() => null),
    call(listInstructors).catch(() => null),
    call(listShownCompanies).catch(() => null),
    call(listTestimonials).catch(() => null),
    call(readCodeReview, { query: {} }).catch(() => null),
    call(readHomeClip).catch(() => null),
    call(readSiteSettings).catch(() => null),
  ])
  const read = {
    catalogue,
    starts: starts ?? [],
    instructors: instructors?.slice(0, shownInstructors) ?? [],
    partners: companies?.partners ?? [],
    alumni: companies?.alumni ?? [],
    testimonial: testimonials?.[0] ?? null,
    promise: site ? site.home_headline || site.tagline : '',
    codeReview: codeReview?.review ?? null,
    clip: clip?.clip ?? null,
    headlines: site?.headlines ?? [],
    offerings: site?.offerings ?? [],
    outcomes: site?.outcomes ?? [],
    questions: site?.questions ?? [],
    steps: site?.class_steps ?? [],
    programLine: site?.program_line ?? '',
    instructorLine: site?.instructor_line ?? '',
    headings: headingsOf(site),
  }
  return data(
    { ...read, organisation: site ? [organisation(site, settings.publicUrl)] : [] },
    cachingOf(catalogue && starts && instructors && companies && testimonials && codeReview && clip && site),
  )
}

/** The school's headings, and the neutral ones of the product in place of those that it has not written. */
function headingsOf(site: SiteSettings | null) {
  return {
    courses: site?.courses_heading || 'Find your course',
    classes: site?.classes_heading || 'How a live class works',
    offerings: site?.offerings_heading || 'What you get',
    instructors: site?.instructors_heading || 'Who teaches',
    companies: site?.companies_heading || 'Companies that hire our students',
    prime: site?.prime_heading || 'Prime courses',
    outcomes: site?.outcomes_heading || 'What you can count on',
    alumni: site?.alumni_heading ?? '',
    questions: site?.questions_heading || 'Questions people ask first',
  }
}

/** Built on the server, so that it is not part of the script. */
function organisation(site: SiteSettings, publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationalOrganization',
    name: site.brand,
    legalName: site.legal_name,
    url: publicUrl,
    email: site.email || undefined,
    telephone: site.phone_e164 || undefined,
    sameAs: site.socials.map((social) => social.url),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: `${root?.site.brand ?? ''}: live classes${inSubjects(root)}`,
    description: `Live online courses${inSubjects(root)}. See the next start dates, times in IST and the price to pay.`,
    path: pathTo('home'),
    data: loaderData?.organisation ?? [],
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { catalogue, starts, instructors, partners, alumni, testimonial } = loaderData
  const { promise, headlines, offerings, outcomes, questions, steps, programLine, instructorLine, headings } = loaderData
  return (
    <>
      <ContinuePayment />
      {/* From the top: a browser may paint the table before it has all of its rows, and nothing may move then. */}
      <section className="page grid grid-cols-1 items-start gap-x-16 gap-y-6 pt-5 pb-10 sm:gap-y-12 sm:py-16 lg:grid-cols-[1.1fr_0.9fr] lg:py-24">
        <div className="min-w-0">
          <h1 className="text-4xl font-extrabold text-balance">{promise}</h1>
          <TypingHeadline headlines={headlines} />
          <div className="mt-5 flex gap-2.5 flex-wrap sm:mt-8 sm:gap-3" data-signed="out">
            <ButtonLink variant="primary" to="/register" size="lg" className={heroButton}>
              Register Now
            </ButtonLink>
            <ButtonLink to="/courses" size="lg" className={heroButton}>
              Explore courses
            </ButtonLink>
          </div>
          <div className="mt-5 sm:mt-8" data-signed="in">
            <NextClassCard />
          </div>
        </div>
        <div className="min-w-0 space-y-4">
          <StartingSoon starts={starts} />
          {starts[0] ? <FirstClassPreview start={starts[0]} /> : null}
        </div>
      </section>

      <section aria-labelledby="courses" className="border-t border-line bg-sunken">
        <div className="page section-gap">
          <SectionHeading id="courses" title={headings.courses} text={programLine} />
          {catalogue === null ? <CoursesLoadFailed /> : <CategoryFilter courses={catalogue.courses} total={catalogue.total} />}
        </div>
      </section>

      {steps.length > 0 ? (
        <section aria-labelledby="how" className="page section-gap">
          <SectionHeading id="how" title={headings.classes} />
          <div className="grid items-center gap-8 lg:grid-cols-[1.5fr_1fr] lg:gap-14">
            <img
              src={liveClass}
              alt="A live class: the instructor’s screen, the chat and six students, one with a raised hand."
              width={960}
              height={600}
              loading="lazy"
              decoding="async"
              className="w-full rounded-lg shadow-lift"
            />
            <ClassWalkthrough steps={steps} />
          </div>
        </section>
      ) : null}

      <ClipSection
        clip={loaderData.clip}
        title="A class in a minute"
        withCourse
        className="page section-gap border-t border-line"
      />

      <CodeReviewSection
        review={loaderData.codeReview}
        title="How code is reviewed here"
        className="page section-gap border-t border-line"
      />

      {offerings.length > 0 ? (
        <section aria-labelledby="offerings" className="border-y border-line bg-surface">
          <div className="page section-gap grid gap-x-12 lg:grid-cols-[0.8fr_1.6fr]">
            <SectionHeading id="offerings" title={headings.offerings} />
            <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-5 gap-y-6 sm:grid-cols-2 sm:gap-x-10 sm:gap-y-10">
              {offerings.map((offering) => (
                <li key={offering.title} className="relative sm:flex sm:gap-4">
                  <span className="shrink-0 max-sm:absolute max-sm:top-0.5 max-sm:left-0 sm:mt-1">
                    <OfferingIcon name={offering.icon} />
                  </span>
                  <div>
                    <h3 className="text-sm leading-tight max-sm:flex max-sm:min-h-10 max-sm:items-center max-sm:pl-9 sm:text-lg">
                      {offering.title}
                    </h3>
                    <p className="mt-1 text-xs text-muted sm:text-sm">{offering.text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}

      {instructors.length > 0 ? (
        <section aria-labelledby="instructors" className="page section-gap">
          <SectionHeading id="instructors" title={headings.instructors} text={instructorLine} />
          <InstructorList instructors={instructors} />
        </section>
      ) : null}

      {partners.length > 0 ? (
        <section aria-labelledby="companies" className="page section-gap text-center">
          <h2 id="companies" className="mx-auto max-w-3xl text-2xl sm:text-3xl">
            {headings.companies}
          </h2>
          <ExampleNote companies={partners} className="mt-3" />
          <CompaniesPicture companies={partners} />
          <ButtonLink to="/companies" variant="quiet" className="mt-4 sm:mt-6">
            Meet the companies
          </ButtonLink>
        </section>
      ) : null}

      {catalogue === null || catalogue.prime.length > 0 ? (
        <section aria-labelledby="prime" className="border-t border-line bg-sunken">
          <div className="page section-gap">
            <SectionHeading id="prime" title={headings.prime} />
            {catalogue === null ? <CoursesLoadFailed /> : <CourseRows courses={catalogue.prime} />}
          </div>
        </section>
      ) : null}

      {outcomes.length > 0 || testimonial ? (
        <section
          aria-labelledby={outcomes.length > 0 ? 'outcomes' : undefined}
          className="page section-gap grid gap-8 lg:grid-cols-2 lg:gap-12"
        >
          {outcomes.length > 0 ? (
            <div>
              <SectionHeading id="outcomes" title={headings.outcomes} />
              <ul className="space-y-3 max-sm:text-sm sm:space-y-4">
                {outcomes.map((outcome) => (
                  <li key={outcome} className="flex gap-3">
                    <Icon name="check" className="mt-1 size-5 shrink-0 text-accent" />
                    <span>{outcome}</span>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          {testimonial ? (
            <figure className="self-center border-l-2 border-signal pl-6">
              <blockquote className="text-lg leading-snug font-semibold sm:text-xl">“{testimonial.quote}”</blockquote>
              <figcaption className="mt-4 text-sm text-muted">
                {testimonial.name}, {testimonial.role}
                {testimonial.course ? `. ${testimonial.course}` : ''}
              </figcaption>
            </figure>
          ) : null}
        </section>
      ) : null}

      <AlumniEmployers companies={alumni} heading={headings.alumni} />

      {questions.length > 0 ? (
        <section aria-labelledby="questions" className="border-t border-line bg-surface">
          <div className="page section-gap grid gap-x-12 lg:grid-cols-[0.8fr_1.6fr]">
            <SectionHeading id="questions" title={headings.questions} text="More answers are on each course page." />
            <Questions questions={questions} />
          </div>
        </section>
      ) : null}
    </>
  )
}

const heroButton = 'max-sm:flex-1 max-sm:px-2 max-sm:text-sm'

function SectionHeading({ id, title, text }: { id: string; title: string; text?: string }) {
  return (
    <div className="mb-6 max-w-2xl sm:mb-8">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      {text ? <p className="mt-2 text-muted sm:mt-3">{text}</p> : null}
    </div>
  )
}
