import { listCompanies } from '#contract/content.ts'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { AlumniEmployers } from '../content/companies.tsx'
import { PartnerList } from '../content/partner-list.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '../lib/read-list.ts'
import { serverContext } from '../lib/server-context.ts'
import { itemListData } from '../lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/companies'

const reasons = [
  [
    'They have been reviewed',
    'Every week of a program ends with comments on code. Our students know how to take them, and how to answer.',
  ],
  ['They have shipped', 'Each leaves with one project that runs, whose decisions they can defend in front of your team.'],
  ['You meet them as they are', 'We introduce people who fit, together with their work. No long lists, no coached answers.'],
] as const

export const headers = cachedWhenRead

export const loader = ({ context }: Route.LoaderArgs) => readList(context.get(serverContext).call(listCompanies))

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = loaderData?.list
  return pageMeta(root, {
    title: 'Companies that hire here',
    description: 'Our hiring partners, why they ask to meet our students, and how your company can.',
    path: pathTo('companies'),
    data: Array.isArray(list)
      ? [
          itemListData(
            root?.publicUrl ?? '',
            list.filter((company) => company.is_partner).map(({ name }) => ({ name })),
          ),
        ]
      : [],
  })
}

export default function Companies({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="bg-accent text-on-accent">
        <div className="page grid items-end gap-x-16 gap-y-8 py-14 lg:grid-cols-[1.4fr_1fr] lg:py-20">
          <h1 className="text-4xl font-extrabold">Companies that hire here, and why they come back</h1>
          <div>
            <p className="text-lg">
              They asked to meet our students. We introduce; they interview and decide, as with anybody else.
            </p>
            <ButtonLink to="/hirepage" variant="secondary" size="lg" className="mt-6">
              Hire from us
            </ButtonLink>
          </div>
        </div>
      </div>
      <section aria-labelledby="reasons" className="page pt-14 lg:pt-20">
        <h2 id="reasons" className="sr-only">
          Why they hire here
        </h2>
        <ol className="grid gap-x-12 gap-y-8 md:grid-cols-3">
          {reasons.map(([title, text]) => (
            <li key={title} className="border-t-2 border-signal pt-4">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-2 text-sm text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <DeferredList
        list={loaderData.list}
        loading={
          <Loading label="Loading companies" className="page section-gap space-y-4">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-24 w-full" />
          </Loading>
        }
        failed={
          <div className="page section-gap">
            <Notice tone="bad" title="Failed to load companies">
              <p>Please reload the page in a moment.</p>
            </Notice>
          </div>
        }
        empty={
          <div className="page section-gap">
            <Empty title="No companies to show yet">
              <p className="mt-2 text-muted">Would yours like to be the first?</p>
            </Empty>
          </div>
        }
      >
        {(companies) => {
          const partners = companies.filter((company) => company.is_partner)
          const alumni = companies.filter((company) => company.is_alumni_employer)
          return (
            <>
              {partners.length > 0 ? (
                <section aria-labelledby="partners" className="page section-gap">
                  <h2 id="partners" className="mb-8 text-3xl">
                    Our hiring partners
                  </h2>
                  <PartnerList companies={partners} />
                </section>
              ) : null}
              <AlumniEmployers companies={alumni} sunken />
            </>
          )
        }}
      </DeferredList>
      <section aria-labelledby="hire" className="border-t border-line">
        <div className="page section-gap text-center">
          <h2 id="hire" className="mx-auto max-w-2xl text-3xl">
            Tell us whom you are looking for
          </h2>
          <p className="mx-auto mt-4 max-w-xl text-muted">
            A few lines are enough. A person replies {replyPromise}, also when nobody fits.
          </p>
          <ButtonLink to="/hirepage" size="lg" className="mt-8">
            Hire tech talent
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
