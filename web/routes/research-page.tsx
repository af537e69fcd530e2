import { data, Link } from 'react-router'
import { readSiteSettings } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { ResearchChoice } from '#web/people/enquiries/research-choice.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import type { Route } from './+types/research-page'

export const headers = cachedWhenRead

export async function loader({ context }: Route.LoaderArgs) {
  const site = await context
    .get(serverContext)
    .call(readSiteSettings)
    .catch(() => null)
  const texts = {
    headline: site?.research_headline || 'Research with us',
    line: site?.research_line ?? '',
    stages: site?.research_steps ?? [],
    facts: site?.research_facts ?? [],
  }
  return data(texts, cachingOf(site))
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Research with us',
    description: 'For professors and students who want to work on a paper with our instructors.',
    path: pathTo('research-page'),
    data: [breadcrumbData(root, [{ path: '/researchpage', name: 'Research' }])],
  })
}

export default function ResearchPage({ loaderData }: Route.ComponentProps) {
  const { headline, line, stages, facts } = loaderData
  return (
    <>
      <section className="border-b border-line bg-sunken">
        <div className="page grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_1.1fr] lg:items-start lg:py-20">
          <div>
            <h1 className="text-4xl font-extrabold">{headline}</h1>
            {line ? <p className="mt-5 max-w-xl text-lg text-muted">{line}</p> : null}
          </div>
          <div>
            <h2 className="mb-4 text-lg">Who is asking?</h2>
            <ResearchChoice />
            <p className="mt-4 text-sm text-muted">
              Prefer a separate page?{' '}
              <Link to="/researchform" className="font-semibold text-accent underline hover:text-accent-strong">
                Open the research form
              </Link>
            </p>
          </div>
        </div>
      </section>

      {stages.length > 0 ? (
        <section aria-labelledby="stages" className="page section-gap grid gap-x-16 gap-y-8 lg:grid-cols-[0.7fr_1fr]">
          <div>
            <h2 id="stages" className="text-3xl lg:sticky lg:top-28">
              From a question to a submission
            </h2>
          </div>
          <ol className="ml-4 border-l-2 border-accent">
            {stages.map(({ title, text }, index) => (
              <li key={title} className="relative pb-9 pl-8 last:pb-0">
                <span
                  aria-hidden="true"
                  className="figures absolute top-0 -left-4 grid size-8 -translate-x-px place-items-center rounded-full bg-accent text-sm font-bold text-on-accent"
                >
                  {index + 1}
                </span>
                <h3 className="text-lg">{title}</h3>
                <p className="prose-width mt-1.5 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </section>
      ) : null}

      {facts.length > 0 ? (
        <section aria-labelledby="facts" className="border-t border-line bg-surface">
          <div className="page section-gap">
            <h2 id="facts" className="text-3xl">
              Good to know
            </h2>
            <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
              {facts.map(({ title, text }) => (
                <div key={title} className="border-t-2 border-signal pt-4">
                  <dt className="font-semibold">{title}</dt>
                  <dd className="mt-2 text-sm text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      ) : null}
    </>
  )
}
