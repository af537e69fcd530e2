import { data } from 'react-router'
import { listCategories, listCoursePage } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { CategoryLinks } from '#web/catalog/category-links.tsx'
import { CourseGrid } from '#web/catalog/course-card.tsx'
import { CoursesLoadFailed } from '#web/catalog/courses-load-failed.tsx'
import { afterOf, readPage } from '#web/lib/list-page.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { inSubjects, pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { itemListData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/courses'

export const headers = cachedWhenRead

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const { searchParams } = new URL(request.url)
  const chosen = searchParams.get('category')?.toLowerCase() ?? 'all'
  const after = afterOf(request)
  // On failure the page renders without the list and shows an error.
  const [page, categories] = await Promise.all([
    readPage(after, (place) =>
      call(listCoursePage, { query: { category: chosen === 'all' ? undefined : chosen, ...place } }),
    ).catch(() => null),
    call(listCategories).catch(() => null),
  ])
  const read = { courses: page && page.items, chosen, next: page?.next ?? null, after: page?.after ?? null }
  return data({ ...read, categories: (categories ?? []).map(({ name }) => name) }, cachingOf(page && categories))
}

/** The path of a page of courses. */
const pathOf = (chosen: string, after: string | number | null) =>
  pathTo('courses', undefined, { ...(chosen === 'all' ? {} : { category: chosen }), ...(after === null ? {} : { after }) })

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Live courses',
    description: `All live courses${inSubjects(root)}, with their next batch and the price to pay.`,
    // A category repeats courses of the whole list.
    path: loaderData?.chosen === 'all' ? pathOf('all', loaderData.after) : pathTo('courses'),
    next: loaderData?.next ? pathOf(loaderData.chosen, loaderData.next) : undefined,
    data: loaderData?.courses
      ? itemListData(
          root,
          loaderData.courses.map(({ id, title }) => ({ path: pathTo('course', id), name: title })),
        )
      : [],
  })
}

export default function Courses({ loaderData }: Route.ComponentProps) {
  const { courses, chosen, next, after, categories } = loaderData
  return (
    <div className="page py-12 lg:py-16">
      <h1 className="text-4xl font-extrabold">Live courses</h1>
      <p className="prose-width mt-4 text-lg text-muted">Pick a field. Each card shows the next start and what you pay.</p>
      <CategoryLinks
        path="/courses"
        label="Course categories"
        categories={categories}
        chosen={chosen}
        className="mt-8 mb-8 border-b border-line pb-6"
      />
      {courses === null ? (
        <CoursesLoadFailed />
      ) : courses.length === 0 ? (
        <div className="rounded-lg border border-dashed border-edge px-6 py-16 text-center">
          <p className="text-lg font-semibold">
            {categories.length === 0 ? 'No courses available' : 'No courses available in this category'}
          </p>
          <p className="mt-2 text-muted">New programs are announced here first.</p>
          {categories.length > 0 ? (
            <ButtonLink to="/courses" className="mt-6">
              See all courses
            </ButtonLink>
          ) : null}
        </div>
      ) : (
        <CourseGrid courses={courses} level="h2" />
      )}
      <PageLinks
        of="courses"
        first={after === null ? null : pathOf(chosen, null)}
        next={next === null ? null : pathOf(chosen, next)}
      />
    </div>
  )
}
