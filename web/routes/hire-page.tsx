import { Check } from 'lucide-react'
import { data } from 'react-router'
import { listShownCompanies, readSiteSettings } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { CompanyRow } from '#web/site/content/companies.tsx'
import { ExampleNote } from '#web/site/content/example-note.tsx'
import { HireForm } from '#web/people/enquiries/hire-form.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/hire-page'

export const headers = cachedWhenRead

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const [companies, site] = await Promise.all([
    call(listShownCompanies).catch(() => null),
    call(readSiteSettings).catch(() => null),
  ])
  const texts = {
    headline: site?.hiring_headline || 'Hire from us',
    line: site?.hiring_line ?? '',
    reasons: site?.hiring_reasons ?? [],
  }
  return data({ partners: companies?.partners ?? [], ...texts }, cachingOf(companies && site))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: loaderData?.headline ?? 'Hire from us',
    description: [loaderData?.line, 'Tell us whom you need.'].filter(Boolean).join(' '),
    path: pathTo('hire-page'),
    data: [breadcrumbData(root, [{ path: '/hirepage', name: 'Hire from us' }])],
  })
}

export default function HirePage({ loaderData }: Route.ComponentProps) {
  const { partners, headline, line, reasons } = loaderData
  return (
    <>
      <div className="page grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_1.05fr] lg:grid-rows-[auto_1fr] lg:py-16">
        <div className="lg:self-end">
          <h1 className="text-4xl font-extrabold">{headline}</h1>
          {line ? <p className="mt-5 max-w-xl text-lg text-muted">{line}</p> : null}
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <HireForm label={headline} />
        </div>
        {reasons.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line lg:self-start">
            {reasons.map(({ title, text }) => (
              <li key={title} className="flex gap-4 py-5">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
                <div>
                  <h2 className="text-base font-semibold tracking-normal">{title}</h2>
                  <p className="mt-1 text-sm text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {partners.length > 0 ? (
        <section aria-labelledby="partners" className="border-t border-line bg-sunken">
          <div className="page py-14 text-center">
            <h2 id="partners" className="text-lg">
              They have asked to meet our students
            </h2>
            <ExampleNote companies={partners} className="mt-1" />
            <div className="mt-8">
              <CompanyRow companies={partners} />
            </div>
            <ButtonLink to="/companies" variant="quiet" className="mt-8">
              Why they hire here
            </ButtonLink>
          </div>
        </section>
      ) : null}
    </>
  )
}
