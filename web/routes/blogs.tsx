import { listBlogPage } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { BlogGrid, BlogsLoading } from '#web/site/content/blog-grid.tsx'
import { afterOf, pagePaths, readPage, readyPage } from '#web/lib/list-page.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { itemListData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/blogs'

export const headers = cachedWhenRead

export function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(readPage(afterOf(request), (query) => call(listBlogPage, { query })))
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = readyPage(loaderData?.list)
  return pageMeta(root, {
    title: 'Blog',
    description: 'Articles of the school.',
    ...pagePaths('blogs', list),
    feed: true,
    data: list
      ? itemListData(
          root,
          list.items.map(({ id, title }) => ({ path: pathTo('blog', id), name: title })),
        )
      : [],
  })
}

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page py-12 lg:py-16">
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 border-b border-line pb-8">
        <h1 className="text-4xl font-extrabold">From the blog</h1>
        <p className="max-w-md text-muted">What our instructors would rather write down once than say in every batch.</p>
      </div>
      <DeferredList
        list={loaderData.list}
        loading={<BlogsLoading />}
        failed={
          <Notice tone="bad" title="Failed to load blogs">
            <p>Please reload the page in a moment.</p>
          </Notice>
        }
        empty={
          <Empty title="No blogs found.">
            <p className="mt-2 text-muted">The first article is being written.</p>
            <ButtonLink to="/resources" className="mt-6">
              Read our free guides
            </ButtonLink>
          </Empty>
        }
      >
        {({ items, next, after }) => (
          <>
            <BlogGrid blogs={items} lead={after === null} />
            <PageLinks
              of="articles"
              first={after === null ? null : pathTo('blogs')}
              next={next === null ? null : pathTo('blogs', undefined, { after: next })}
            />
          </>
        )}
      </DeferredList>
    </div>
  )
}
