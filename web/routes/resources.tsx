import { Link } from 'react-router'
import { listUtilityPage, type UtilityHead } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { UtilityLinks } from '#web/site/content/utility-links.tsx'
import { afterOf, type ListPage, pagePaths, readPage, readyPage } from '#web/lib/list-page.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { itemListData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Picture } from '#web/lib/picture.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/resources'

export const headers = cachedWhenRead

export function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(readPage(afterOf(request), (query) => call(listUtilityPage, { query })))
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = readyPage(loaderData?.list)
  return pageMeta(root, {
    title: 'Free resources and services',
    description: 'Free guides to read, and what the school offers beside its courses.',
    ...pagePaths('resources', list),
    data: list
      ? itemListData(
          root,
          list.items.map(({ id, title }) => ({ path: pathTo('service', id), name: title })),
        )
      : [],
  })
}

export default function Resources({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="page py-12 lg:py-16">
        <h1 className="text-4xl font-extrabold">Read before you pay for anything</h1>
        <p className="prose-width mt-5 text-lg text-muted">Guides that are free and need no registration.</p>
        <DeferredList
          list={loaderData.list}
          loading={
            <Loading label="Loading resources" className="mt-10 space-y-6">
              <Skeleton className="h-44 w-full" />
              <Skeleton className="h-44 w-full" />
            </Loading>
          }
          failed={
            <div className="mt-10">
              <Notice tone="bad" title="Failed to load resources">
                <p>Please reload the page in a moment.</p>
              </Notice>
            </div>
          }
          empty={<NoResources />}
        >
          {(list) => <Lists {...list} />}
        </DeferredList>
      </div>
    </>
  )
}

/** The resources come before the services, so that a later page may have services alone. */
function Lists({ items, next, after }: ListPage<UtilityHead>) {
  const resources = items.filter((item) => item.utils_type === 'RES')
  const services = items.filter((item) => item.utils_type === 'SERV')
  return (
    <>
      {resources.length === 0 ? (
        after === null ? (
          <NoResources />
        ) : null
      ) : (
        <ul className="mt-10 divide-y divide-line border-y border-line">
          {resources.map((item, index) => (
            <li
              key={item.id}
              className="group relative grid items-center gap-x-10 gap-y-4 py-7 sm:grid-cols-[14rem_1fr] lg:grid-cols-[18rem_1fr]"
            >
              <Picture
                path={`media/art/resource/${item.id}.svg`}
                alt=""
                width={640}
                height={400}
                eager={index < 2}
                className="aspect-[16/10] w-full rounded-md border border-line object-cover"
              />
              <div>
                <h2 className="text-2xl">
                  <Link
                    to={pathTo('service', item.id)}
                    prefetch="intent"
                    className="after:absolute after:inset-0 group-hover:text-accent"
                  >
                    {item.title}
                  </Link>
                </h2>
                <p className="prose-width mt-2 text-muted">{item.summary}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {services.length > 0 ? (
        <section aria-labelledby="services" className="pt-16">
          <h2 id="services" className="text-3xl">
            Services
          </h2>
          <p className="prose-width mt-3 mb-6 text-muted">What we do for students, companies and colleges apart from teaching.</p>
          <UtilityLinks items={services} />
        </section>
      ) : null}
      <PageLinks
        of="resources"
        first={after === null ? null : pathTo('resources')}
        next={next === null ? null : pathTo('resources', undefined, { after: next })}
      />
    </>
  )
}

function NoResources() {
  return (
    <div className="mt-10">
      <Empty title="No resources available">
        <p className="mt-2 text-muted">The blog is where we write in the meantime.</p>
        <ButtonLink to="/blogs" className="mt-6">
          Read the blog
        </ButtonLink>
      </Empty>
    </div>
  )
}
