import { Check, X } from 'lucide-react'
import { listNextStarts } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { BatchesLoadFailed } from '../catalog/batches-load-failed.tsx'
import { StartingSoon } from '../catalog/starting-soon.tsx'
import { CareerMonths } from '../content/career-months.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, readList } from '../lib/read-list.ts'
import { serverContext } from '../lib/server-context.ts'
import { breadcrumbData } from '../lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/career-kickstart'

const promised = [
  'Live classes in the evening or at weekends, so that you can keep the job you have.',
  'Your code read by a person every week, and one project that runs when you finish.',
  'CV review, practice interviews, and introductions to companies that have asked to meet our students.',
]
const notPromised = [
  'A job. Nobody honest can promise one.',
  'A salary. It depends on the company, the city and your experience.',
  'A certificate for attendance alone. It is issued when the assessments are passed.',
]

export const headers = cachedWhenRead

export function loader({ context }: Route.LoaderArgs) {
  return readList(context.get(serverContext).call(listNextStarts))
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Career kickstart for job seekers',
    description: 'Three to four months of live classes, reviewed code and one real project, from where you are to an interview.',
    path: pathTo('career-kickstart'),
    data: [breadcrumbData(root, [{ path: '/career-kickstart', name: 'Career kickstart' }])],
  })
}

export default function CareerKickstart({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <section className="page grid items-center gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[1.2fr_0.8fr] lg:py-20">
        <div>
          <p className="text-sm font-semibold text-signal">Job Seeker</p>
          <h1 className="mt-3 text-4xl font-extrabold">From looking for work to being able to do it</h1>
          <p className="mt-5 max-w-xl text-lg text-muted">
            Three to four months, live, in small steps. You begin with what you know now and finish with a project that you can
            show.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/register" size="lg">
              Join Now
            </ButtonLink>
            <ButtonLink to="/courses" variant="secondary" size="lg">
              Explore courses
            </ButtonLink>
          </div>
          <p className="mt-4 text-sm text-muted">Registering is free. You pay only when you choose a batch.</p>
        </div>
        {loaderData.list === null ? <BatchesLoadFailed /> : <StartingSoon starts={loaderData.list} />}
      </section>

      <section aria-labelledby="months" className="border-y border-line bg-sunken">
        <div className="page section-gap">
          <h2 id="months" className="text-3xl">
            Month by month
          </h2>
          <p className="prose-width mt-3 mb-10 text-muted">
            Programs differ in what they teach. This is what most of them have in common.
          </p>
          <CareerMonths />
        </div>
      </section>

      <section aria-labelledby="promise" className="page section-gap">
        <h2 id="promise" className="max-w-2xl text-3xl">
          What we promise, and what we can’t
        </h2>
        <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <div className="border-t-2 border-good pt-6">
            <h3 className="text-lg">You can count on</h3>
            <ul className="mt-5 space-y-4">
              {promised.map((text) => (
                <li key={text} className="flex gap-3">
                  <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-good" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <div className="border-t-2 border-edge pt-6">
            <h3 className="text-lg">We do not promise</h3>
            <ul className="mt-5 space-y-4">
              {notPromised.map((text) => (
                <li key={text} className="flex gap-3">
                  <X aria-hidden="true" className="mt-1 size-5 shrink-0 text-muted" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>

      <section aria-labelledby="join" className="border-t border-line bg-accent-soft">
        <div className="page flex flex-wrap items-center justify-between gap-8 py-14">
          <div>
            <h2 id="join" className="text-3xl">
              Begin with the next batch
            </h2>
            <p className="mt-3 max-w-xl">
              Not sure which? Register, open a course, and ask for a call. We tell you if another course suits you better.
            </p>
          </div>
          <ButtonLink to="/register" size="lg">
            Join Now
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
