import { Check, X } from 'lucide-react'
import { data } from 'react-router'
import { listNextStarts } from '#contract/catalog/catalog.ts'
import { readSiteSettings } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { BatchesLoadFailed } from '#web/catalog/batches-load-failed.tsx'
import { StartingSoon } from '#web/catalog/starting-soon.tsx'
import { CareerMonths } from '#web/site/content/career-months.tsx'
import { inSubjects, pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/career-kickstart'

export const headers = cachedWhenRead

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const [starts, site] = await Promise.all([call(listNextStarts).catch(() => null), call(readSiteSettings).catch(() => null)])
  const texts = {
    headline: site?.career_headline ?? '',
    line: site?.career_line ?? '',
    months: site?.career_steps ?? [],
    promises: site?.career_promises ?? [],
    limits: site?.career_limits ?? [],
  }
  return data({ starts, ...texts }, cachingOf(starts && site))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Career kickstart for job seekers',
    description: loaderData?.line || `Live classes${inSubjects(root)} for job seekers.`,
    path: pathTo('career-kickstart'),
    data: [breadcrumbData(root, [{ path: '/career-kickstart', name: 'Career kickstart' }])],
  })
}

export default function CareerKickstart({ loaderData }: Route.ComponentProps) {
  const { starts, headline, line, months, promises, limits } = loaderData
  return (
    <>
      <section className="page grid items-start gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[1.2fr_0.8fr] lg:py-20">
        <div>
          <p className="text-sm font-semibold text-signal">Job Seeker</p>
          <h1 className="mt-3 text-4xl font-extrabold">{headline || 'Learn for the work you want'}</h1>
          {line ? <p className="mt-5 max-w-xl text-lg text-muted">{line}</p> : null}
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink variant="primary" to="/register" size="lg">
              Join Now
            </ButtonLink>
            <ButtonLink to="/courses" size="lg">
              Explore courses
            </ButtonLink>
          </div>
          <p className="mt-4 text-sm text-muted">Registering is free. You pay only when you choose a batch.</p>
        </div>
        {starts === null ? <BatchesLoadFailed /> : <StartingSoon starts={starts} />}
      </section>

      {months.length > 0 ? (
        <section aria-labelledby="months" className="border-y border-line bg-sunken">
          <div className="page section-gap">
            <h2 id="months" className="text-3xl">
              Month by month
            </h2>
            <p className="prose-width mt-3 mb-10 text-muted">
              Programs differ in what they teach. This is what most of them have in common.
            </p>
            <CareerMonths months={months} />
          </div>
        </section>
      ) : null}

      {promises.length > 0 || limits.length > 0 ? (
        <section aria-labelledby="promise" className="page section-gap">
          <h2 id="promise" className="max-w-2xl text-3xl">
            {limits.length > 0 ? 'What we promise, and what we can’t' : 'What we promise'}
          </h2>
          <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-2">
            <Points title="You can count on" texts={promises} edge="border-good" Sign={Check} signClass="text-good" />
            <Points title="We do not promise" texts={limits} edge="border-edge" Sign={X} signClass="text-muted" />
          </div>
        </section>
      ) : null}

      <section aria-labelledby="join" className="border-t border-line bg-accent-soft">
        <div className="page flex flex-wrap items-center justify-between gap-8 py-14">
          <div>
            <h2 id="join" className="text-3xl">
              Begin with the next batch
            </h2>
            <p className="mt-3 max-w-xl">Not sure which? Open a course, and ask for a call.</p>
          </div>
          <ButtonLink variant="primary" to="/register" size="lg">
            Join Now
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

interface PointsProps {
  title: string
  texts: readonly string[]
  /** The class of the line above. */
  edge: string
  Sign: typeof Check
  signClass: string
}

function Points({ title, texts, edge, Sign, signClass }: PointsProps) {
  if (texts.length === 0) return null
  return (
    <div className={`border-t-2 pt-6 ${edge}`}>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-5 space-y-4">
        {texts.map((text) => (
          <li key={text} className="flex gap-3">
            <Sign aria-hidden="true" className={`mt-1 size-5 shrink-0 ${signClass}`} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
