import { listCompanies } from '#contract/content.ts'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { AlumniEmployers } from '../content/companies.tsx'
import { ExampleNote } from '../content/example-note.tsx'
import introduction from '../content/introduction.svg?url'
import { PartnerList } from '../content/partner-list.tsx'
import { afterOf, pagePaths, readPage, readyPage } from '../lib/list-page.ts'
import { PageLinks } from '../lib/page-links.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '../lib/read-list.ts'
import { serverContext } from '../lib/server-context.ts'
import { breadcrumbData, itemListData } from '../lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/companies'

const claims = [
  [
    'Their code was reviewed every week',
    'Open the pull requests of their project. The comments and the answers are still there.',
  ],
  ['One project of theirs runs', 'You get its address with the introduction. Open it, try to break it, and ask about it.'],
  [
    'A certificate means that the assessments were passed',
    'Nobody gets one for attendance alone. Ask us what was assessed, and how.',
  ],
] as const

const steps = [
  ['You write to us', 'The role, the place, the start, and what the person must be able to do. A few lines are enough.'],
  ['A person replies', `${capital(replyPromise)}. We also write when nobody fits.`],
  ['We introduce', 'You get the names of students who fit and agreed to it, each with their project.'],
  ['You interview and decide', 'You decide as you always do. We do not coach answers, and we do not promise our students a job.'],
] as const

export const headers = cachedWhenRead

export function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(readPage(afterOf(request), (query) => call(listCompanies, { query })))
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = readyPage(loaderData?.list)
  return pageMeta(root, {
    title: 'Companies that hire here',
    description: 'Our hiring partners, what you can check about our students, and how your company can meet them.',
    ...pagePaths('companies', list),
    data: [
      breadcrumbData(root, [{ path: pathTo('companies'), name: 'Companies' }]),
      // The demo's companies are examples, which no search engine is told about.
      ...itemListData(
        root,
        list ? list.items.filter((company) => company.is_partner && !company.is_example).map(({ name }) => ({ name })) : [],
      ),
    ],
  })
}

export default function Companies({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="border-b border-line bg-sunken">
        <div className="page grid items-center gap-x-16 gap-y-10 py-12 md:grid-cols-[1.2fr_1fr] lg:py-20">
          <div>
            <h1 className="text-4xl font-extrabold">Companies that hire here</h1>
            <p className="mt-5 max-w-[44ch] text-lg text-muted">
              They read the work before they meet the person. We introduce students who fit; you interview and decide.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to="/hirepage" size="lg">
                Hire from us
              </ButtonLink>
              <ButtonLink to="/ProjectsList" variant="secondary" size="lg">
                See what students build
              </ButtonLink>
            </div>
          </div>
          <img src={introduction} alt="" width={480} height={300} className="h-auto w-full rounded-lg" />
        </div>
      </div>
      <section aria-labelledby="reasons" className="page section-gap">
        <h2 id="reasons" className="text-3xl">
          Why they hire here
        </h2>
        <p className="prose-width mt-3 text-muted">Each line says how you can check it.</p>
        <dl className="mt-10">
          {claims.map(([claim, check]) => (
            <div key={claim} className="grid gap-x-12 gap-y-2 border-t border-line py-6 md:grid-cols-2 md:items-baseline">
              <dt className="text-xl font-bold tracking-tight">{claim}</dt>
              <dd className="prose-width text-muted">{check}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="steps" className="border-y border-line bg-sunken">
        <div className="page section-gap">
          <h2 id="steps" className="text-3xl">
            How an introduction works
          </h2>
          <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
            {steps.map(([title, text], index) => (
              <li key={title} className="border-t-2 border-signal pt-4">
                <span aria-hidden="true" className="figures text-sm font-bold text-signal">
                  {index + 1}
                </span>
                <h3 className="mt-1 text-lg">{title}</h3>
                <p className="mt-2 text-sm text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
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
              <p className="mt-2 text-muted">Would your company like to be the first?</p>
            </Empty>
          </div>
        }
      >
        {({ items: companies, next, after }) => {
          const partners = companies.filter((company) => company.is_partner)
          const alumni = companies.filter((company) => company.is_alumni_employer)
          return (
            <>
              {partners.length > 0 ? (
                <section aria-labelledby="partners" className="page section-gap">
                  <h2 id="partners" className="text-3xl">
                    Our hiring partners
                  </h2>
                  <ExampleNote companies={partners} className="mt-3" />
                  <div className="mt-10">
                    <PartnerList companies={partners} />
                  </div>
                </section>
              ) : null}
              <AlumniEmployers companies={alumni} sunken />
              <div className="page pb-10 empty:hidden">
                <PageLinks
                  of="companies"
                  first={after === null ? null : pathTo('companies')}
                  next={next === null ? null : pathTo('companies', undefined, { after: next })}
                />
              </div>
            </>
          )
        }}
      </DeferredList>
      <section aria-labelledby="hire" className="border-t border-line">
        <div className="page grid items-center gap-x-16 gap-y-8 py-14 lg:grid-cols-[1fr_auto] lg:py-20">
          <div>
            <h2 id="hire" className="text-3xl">
              Tell us whom you are looking for
            </h2>
            <p className="prose-width mt-3 text-muted">
              A few lines are enough. A person replies {replyPromise}, even when nobody fits.
            </p>
          </div>
          <ButtonLink to="/hirepage" size="lg" className="justify-self-start">
            Hire tech talent
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
