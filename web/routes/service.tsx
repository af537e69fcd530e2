import { data } from 'react-router'
import { listOtherUtilities, readUtility } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'
import { ContentBlocks } from '#web/site/content/content-blocks.tsx'
import { UtilityLinks } from '#web/site/content/utility-links.tsx'
import { cardPath, pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#web/lib/picture.tsx'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import type { Route } from './+types/service'
import { pathId, readOne } from './read-one.ts'

export const headers = cachedWhenRead

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const id = pathId(params.id)
  const [item, others] = await Promise.all([
    readOne(call(readUtility, { params: { id } })),
    call(listOtherUtilities, { params: { id } }).catch(() => []),
  ])
  // Policies have their own page.
  if (item?.utils_type === 'POL') throw data(null, { status: 404 })
  return data({ item, others }, cachingOf(item))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  if (!loaderData) return pageMeta(root, { title: 'Service not found', description: '' })
  const { item } = loaderData
  if (!item) return pageMeta(root, { title: 'Service', description: '' })
  const origin = root?.publicUrl ?? ''
  const path = pathTo('service', item.id)
  const resource = item.utils_type === 'RES'
  return pageMeta(root, {
    title: item.title,
    description: item.summary,
    path,
    card: cardPath(resource ? 'resource' : 'service', item.id),
    data: [
      {
        '@context': 'https://schema.org',
        '@type': resource ? 'LearningResource' : 'Service',
        name: item.title,
        description: item.summary,
        url: origin + path,
        provider: { '@type': 'EducationalOrganization', name: root?.site.brand ?? '', url: origin },
      },
      breadcrumbData(root, [
        { path: '/resources', name: 'Services and resources' },
        { path, name: item.title },
      ]),
    ],
  })
}

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { item, others } = loaderData
  if (!item) return <NoService notFound={false} />
  const resource = item.utils_type === 'RES'
  return (
    <>
      <div className="page grid gap-x-16 gap-y-8 py-10 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:py-16">
        <div>
          <div className="overflow-hidden rounded-lg border border-line lg:sticky lg:top-24">
            <Picture
              path={item.image}
              alt=""
              width={640}
              height={400}
              eager
              className="aspect-[16/10] w-full object-cover lg:aspect-[4/3]"
            />
          </div>
        </div>
        <div className="min-w-0">
          <Breadcrumb above={[{ to: '/resources', label: 'Services and resources' }]} />
          <h1 className="mt-5 text-4xl font-extrabold">{item.title}</h1>
          <p className="prose-width mt-5 mb-10 text-lg text-muted">{item.summary}</p>
          <ContentBlocks blocks={item.content} />
          <div className="mt-10 flex flex-wrap items-center gap-3">
            {resource ? (
              <ButtonLink variant="primary" to="/courses" size="lg">
                Explore courses
              </ButtonLink>
            ) : (
              <ButtonLink variant="primary" to="/contact" size="lg">
                Ask us about it
              </ButtonLink>
            )}
            <ButtonLink to={resource ? '/resources' : '/courses'} size="lg">
              {resource ? 'All resources' : 'Explore courses'}
            </ButtonLink>
          </div>
        </div>
      </div>
      {others.length > 0 ? (
        <section aria-labelledby="more" className="border-t border-line bg-sunken">
          <div className="page section-gap">
            <h2 id="more" className="mb-6 text-2xl">
              {resource ? 'More to read' : 'What else we offer'}
            </h2>
            <UtilityLinks items={others} />
          </div>
        </section>
      ) : null}
    </>
  )
}

export function ErrorBoundary() {
  return <NoService notFound={useIsNotFound()} />
}

function NoService({ notFound }: { notFound: boolean }) {
  return (
    <ContentError
      notFound={notFound}
      missing="Service not found"
      failed="Failed to load this page"
      text="It may have been renamed or withdrawn. Everything we offer is on one page."
    >
      <ButtonLink to="/resources" size="lg">
        All services and resources
      </ButtonLink>
    </ContentError>
  )
}
