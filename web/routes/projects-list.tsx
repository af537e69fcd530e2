import { listProjectPage } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { ProjectGrid, ProjectsLoading } from '#web/site/content/project-grid.tsx'
import { afterOf, pagePaths, readPage, readyPage } from '#web/lib/list-page.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { cardPath, pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { itemListData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/projects-list'

export const headers = cachedWhenRead

export function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(readPage(afterOf(request), (query) => call(listProjectPage, { query })))
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = readyPage(loaderData?.list)
  const first = list?.items[0]
  return pageMeta(root, {
    title: 'Real world projects',
    description: 'Projects that students of the school build.',
    ...pagePaths('projects-list', list),
    ...(first ? { card: cardPath('project', first.id) } : {}),
    data: list
      ? itemListData(
          root,
          list.items.map(({ title }) => ({ name: title })),
        )
      : [],
  })
}

export default function ProjectsList({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="page py-12 lg:py-16">
        <div className="mb-12 max-w-4xl">
          <h1 className="text-4xl font-extrabold">Work on real world projects and gain industry required skills</h1>
          <p className="prose-width mt-5 text-lg text-muted">
            These are some of the briefs: who it is for, and what makes it difficult.
          </p>
        </div>
        <DeferredList
          list={loaderData.list}
          loading={<ProjectsLoading />}
          failed={
            <Notice tone="bad" title="Error: Failed to fetch projects">
              <p>Please reload the page in a moment.</p>
            </Notice>
          }
          empty={<Empty title="No projects available" />}
        >
          {({ items, next, after }) => (
            <>
              <ProjectGrid projects={items} />
              <PageLinks
                of="projects"
                first={after === null ? null : pathTo('projects-list')}
                next={next === null ? null : pathTo('projects-list', undefined, { after: next })}
              />
            </>
          )}
        </DeferredList>
      </div>
      <section aria-labelledby="build" className="border-t border-line bg-accent-soft">
        <div className="page flex flex-wrap items-center justify-between gap-6 py-12">
          <h2 id="build" className="max-w-xl text-2xl">
            Find the course in which you build your own
          </h2>
          <ButtonLink variant="primary" to="/courses" size="lg">
            Explore courses
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
