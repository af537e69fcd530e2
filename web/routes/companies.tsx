import { data } from 'react-router'
import { listCompanies, readSiteSettings, type TextItem } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { AlumniEmployers } from '#web/site/content/companies.tsx'
import { ExampleNote } from '#web/site/content/example-note.tsx'
import introduction from '#web/site/content/introduction.svg?url'
import { PartnerList } from '#web/site/content/partner-list.tsx'
import { afterOf, pagePaths, readPage, readyPage } from '#web/lib/list-page.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf, deferList } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData, itemListData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Deferred, DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/companies'

export const headers = cachedWhenRead

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const [list, site] = await Promise.all([
    readPage(afterOf(request), (query) => call(listCompanies, { query })).catch(() => null),
    call(readSiteSettings).catch(() => null),
  ])
  const texts = {
    proofs: site?.hiring_proofs ?? [],
    steps: site?.hiring_steps ?? [],
  }
  return data({ list, texts }, cachingOf(list && site))
}

/** After client-side navigation the page is shown first. Its list and its texts follow. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const read = serverLoader()
  const texts = read.then(
    (found) => found.texts,
    () => null,
  )
  return { ...deferList(() => read), texts }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = readyPage(loaderData?.list)
  return pageMeta(root, {
    title: 'Companies that hire here',
    description: 'Companies that hire our students, and how your company can meet them.',
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
        <div className="page grid items-start gap-x-16 gap-y-10 py-12 md:grid-cols-[1.2fr_1fr] lg:py-20">
          <div>
            <h1 className="text-4xl font-extrabold">Companies that hire here</h1>
            <p className="mt-5 max-w-[44ch] text-lg text-muted">We introduce students who fit. You decide.</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink variant="primary" to="/hirepage" size="lg">
                Hire from us
              </ButtonLink>
              <ButtonLink to="/ProjectsList" size="lg">
                See what students build
              </ButtonLink>
            </div>
          </div>
          <img src={introduction} alt="" width={480} height={300} className="h-auto w-full rounded-lg" />
        </div>
      </div>
      <Deferred value={loaderData.texts}>{(texts) => <HiringTexts {...texts} />}</Deferred>
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
          <ButtonLink variant="primary" to="/hirepage" size="lg" className="justify-self-start">
            Hire from us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

function HiringTexts({ proofs, steps }: { proofs: TextItem[]; steps: TextItem[] }) {
  return (
    <>
      {proofs.length > 0 ? (
        <section aria-labelledby="reasons" className="page section-gap">
          <h2 id="reasons" className="text-3xl">
            Why they hire here
          </h2>
          <p className="prose-width mt-3 text-muted">Each line says how you can check it.</p>
          <dl className="mt-10">
            {proofs.map(({ title, text }) => (
              <div key={title} className="grid gap-x-12 gap-y-2 border-t border-line py-6 md:grid-cols-2 md:items-baseline">
                <dt className="text-xl font-bold tracking-tight">{title}</dt>
                <dd className="prose-width text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {steps.length > 0 ? (
        <section aria-labelledby="steps" className="border-y border-line bg-sunken">
          <div className="page section-gap">
            <h2 id="steps" className="text-3xl">
              How an introduction works
            </h2>
            <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
              {steps.map(({ title, text }, index) => (
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
      ) : null}
    </>
  )
}
