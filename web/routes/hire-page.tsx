import { Check } from 'lucide-react'
import { listShownCompanies } from '#contract/content.ts'
import { pathTo } from '#contract/pages.ts'
import { CompanyRow } from '../content/companies.tsx'
import { ExampleNote } from '../content/example-note.tsx'
import { HireForm } from '../enquiries/hire-form.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, readList } from '../lib/read-list.ts'
import { serverContext } from '../lib/server-context.ts'
import { breadcrumbData } from '../lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/hire-page'

const gains = [
  ['People who fit, not a long list', 'We read your requirements and name those who match. If nobody does, we say so.'],
  [
    'Their work, before their CV',
    'A repository that runs, with its reviews. You see how they decide and how they take feedback.',
  ],
  ['Your own interview', 'We introduce. You ask your usual questions and decide as you always do.'],
  ['An answer from a person', 'Within 24 hours on business days, with names or with the questions that we still have.'],
] as const

export const headers = cachedWhenRead

export function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(call(listShownCompanies).then(({ partners }) => partners))
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Hire tech talent',
    description: 'Developers, data and cloud engineers whose code has been reviewed every week. Tell us whom you need.',
    path: pathTo('hire-page'),
    data: [breadcrumbData(root, [{ path: '/hirepage', name: 'Hire from us' }])],
  })
}

export default function HirePage({ loaderData }: Route.ComponentProps) {
  const partners = loaderData.list ?? []
  return (
    <>
      <div className="page grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_1.05fr] lg:grid-rows-[auto_1fr] lg:py-16">
        <div className="lg:self-end">
          <h1 className="text-4xl font-extrabold">Hire tech talent</h1>
          <p className="mt-5 max-w-xl text-lg text-muted">
            Full stack, data, cloud and DevOps people who have had their code reviewed every week for three to four months.
          </p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <HireForm />
        </div>
        <div>
          <ul className="divide-y divide-line border-y border-line">
            {gains.map(([title, text]) => (
              <li key={title} className="flex gap-4 py-5">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
                <div>
                  <h2 className="text-base font-semibold tracking-normal">{title}</h2>
                  <p className="mt-1 text-sm text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
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
