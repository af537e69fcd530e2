import { Check } from 'lucide-react'
import { data } from 'react-router'
import { listCourses } from '#contract/catalog.ts'
import { listCompanies, listTestimonials } from '#contract/content.ts'
import { pathTo } from '#contract/pages.ts'
import { isPrimeCourse } from '#contract/rules.ts'
import { CategoryFilter } from '../catalog/category-filter.tsx'
import { CourseGrid } from '../catalog/course-card.tsx'
import { CoursesLoadFailed } from '../catalog/courses-load-failed.tsx'
import { nextStarts, StartingSoon } from '../catalog/starting-soon.tsx'
import { ClassWalkthrough } from '../content/class-walkthrough.tsx'
import { AlumniEmployers } from '../content/companies.tsx'
import { CompaniesPicture } from '../content/companies-picture.tsx'
import { OfferingIcon } from '../content/offering-icon.tsx'
import { TypingHeadline } from '../content/typing-headline.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '../lib/read-list.ts'
import { useRootData } from '../lib/root-data.ts'
import { serverContext } from '../lib/server-context.ts'
import { ContinuePayment } from '../payments/continue-payment.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/home'

export const headers = cachedWhenRead

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const [courses, companies, testimonials] = await Promise.all([
    call(listCourses).catch(() => null),
    call(listCompanies).catch(() => null),
    call(listTestimonials).catch(() => null),
  ])
  return data({ courses, companies, testimonials }, cachingOf(courses && companies && testimonials))
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: `${root?.site.brand ?? ''}: live classes in full stack, AI, cloud and DevOps`,
    description:
      'Live online courses with small batches, reviewed code and recordings. See the next start dates, times in IST and the price to pay.',
    path: pathTo('home'),
    data: root
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'EducationalOrganization',
            name: root.site.brand,
            legalName: root.site.legal_name,
            url: root.publicUrl,
            email: root.site.email,
            telephone: root.site.phone_e164,
            sameAs: root.site.socials.map((social) => social.url),
          },
        ]
      : [],
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { courses } = loaderData
  const [companies, testimonials] = [loaderData.companies ?? [], loaderData.testimonials ?? []]
  const site = useRootData()?.site
  const prime = (courses ?? []).filter((course) => isPrimeCourse(course.title))
  const partners = companies.filter((company) => company.is_partner)
  const alumni = companies.filter((company) => company.is_alumni_employer)
  return (
    <>
      <ContinuePayment />
      <section className="page grid grid-cols-1 items-center gap-x-16 gap-y-12 py-12 sm:py-16 lg:grid-cols-[1.1fr_0.9fr] lg:py-24">
        <div className="min-w-0">
          <TypingHeadline headlines={site?.headlines ?? []} />
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <ButtonLink to="/register" size="lg" data-signed="out">
              Register Now
            </ButtonLink>
            <ButtonLink to="/enrolled-courses/" size="lg" data-signed="in">
              Go to my courses
            </ButtonLink>
            <ButtonLink to="/courses" variant="secondary" size="lg">
              Explore courses
            </ButtonLink>
          </div>
        </div>
        <StartingSoon starts={nextStarts(courses ?? [], 4)} />
      </section>

      <section aria-labelledby="courses" className="border-t border-line bg-sunken">
        <div className="page section-gap">
          <SectionHeading
            id="courses"
            title="Find your course"
            text="Programs of 3 to 4 months, taught live in the evening and at weekends."
          />
          {courses === null ? <CoursesLoadFailed /> : <CategoryFilter courses={courses} />}
        </div>
      </section>

      <section aria-labelledby="how" className="page section-gap">
        <SectionHeading
          id="how"
          title="How a live class works"
          text="Four things happen around every class. None of them is a video you watch alone."
        />
        <ClassWalkthrough />
      </section>

      <section aria-labelledby="offerings" className="border-y border-line bg-surface">
        <div className="page section-gap grid gap-12 lg:grid-cols-[0.8fr_1.6fr]">
          <SectionHeading id="offerings" title="What you get" text="The same in each program, whichever batch you join." />
          <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2">
            {site?.offerings.map((offering) => (
              <li key={offering.title} className="flex gap-4">
                <span className="mt-1 shrink-0">
                  <OfferingIcon name={offering.icon} />
                </span>
                <div>
                  <h3 className="text-lg">{offering.title}</h3>
                  <p className="mt-1 text-sm text-muted">{offering.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section aria-labelledby="companies" className="page section-gap text-center">
        <h2 id="companies" className="mx-auto max-w-3xl text-3xl">
          We aim to connect our students with opportunities at top companies
        </h2>
        {partners.length > 0 ? <CompaniesPicture companies={partners} /> : null}
        <ButtonLink to="/companies" variant="quiet" className="mt-6">
          Meet the companies
        </ButtonLink>
      </section>

      <section aria-labelledby="prime" className="border-t border-line bg-sunken">
        <div className="page section-gap">
          <SectionHeading
            id="prime"
            title="Prime courses"
            text="Full stack, AI, ML, cloud and DevOps: the programs most people come for."
          />
          {courses === null ? (
            <CoursesLoadFailed />
          ) : prime.length > 0 ? (
            <CourseGrid courses={prime} />
          ) : (
            <p className="text-muted">No courses available</p>
          )}
        </div>
      </section>

      <section aria-labelledby="outcomes" className="page section-gap grid gap-12 lg:grid-cols-2">
        <div>
          <SectionHeading id="outcomes" title="What you can count on" text="And what nobody honest can promise you." />
          <ul className="space-y-4">
            {site?.outcomes.map((outcome) => (
              <li key={outcome} className="flex gap-3">
                <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
                <span>{outcome}</span>
              </li>
            ))}
          </ul>
        </div>
        <ul className="space-y-6">
          {testimonials.slice(0, 3).map((one) => (
            <li key={one.id}>
              <figure className="border-l-2 border-signal pl-5">
                <blockquote className="text-lg">“{one.quote}”</blockquote>
                <figcaption className="mt-2 text-sm text-muted">
                  {one.name}, {one.role}. {one.course}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>

      <AlumniEmployers companies={alumni} />
    </>
  )
}

function SectionHeading({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className="mb-8 max-w-2xl">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <p className="mt-3 text-muted">{text}</p>
    </div>
  )
}
