import { useSearchParams } from 'react-router'
import { listBatchPage, listCategories, readBatch } from '#contract/catalog/catalog.ts'
import { pathTo, plainPath } from '#contract/pages.ts'
import { choicePath, queryOf, readChoice } from '#web/catalog/batch-choice.ts'
import { BatchFinder, finderTitles } from '#web/catalog/batch-finder.tsx'
import { findThree } from '#web/catalog/find-three.ts'
import { isFull } from '#web/catalog/is-full.ts'
import { BatchChooser, type BatchPage } from '#web/catalog/batch-chooser.tsx'
import { BatchesLoadFailed } from '#web/catalog/batches-load-failed.tsx'
import { readPage } from '#web/lib/list-page.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { listData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/new-batches'

export const headers = cachedWhenRead

export function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const choice = readChoice(new URL(request.url).searchParams)
  const query = queryOf(choice)
  const readOne = async () => {
    if (!query) return { items: [], next: null, total: 0, after: null, fitting: 0 }
    if (choice.find === 'three') {
      const found = await findThree(query, (asked) => call(listBatchPage, { query: { ...asked, after: undefined } }))
      return { ...found, next: null, after: null }
    }
    const page = await readPage(query.after, (place) => call(listBatchPage, { query: { ...query, ...place } }))
    return { ...page, fitting: 0 }
  }
  const read = async (): Promise<BatchPage> => {
    const [page, categories, ...compared] = await Promise.all([
      readOne(),
      call(listCategories),
      // A batch may have ended since it was chosen.
      ...choice.compare.map((id) => call(readBatch, { params: { batch_id: String(id) } }).catch(() => null)),
    ])
    return {
      ...page,
      categories: categories.flatMap(({ name, has_new_batches: isShown }) => (isShown ? [name] : [])).toSorted(),
      compared: compared.filter((row) => row !== null),
    }
  }
  return readList(read())
}

/** The list follows the page, but a filter waits for its list, so that the table does not vanish meanwhile. */
export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  plainPath(location.pathname) === plainPath(new URL(request.url).pathname) ? serverLoader() : deferList(serverLoader)

export const meta: Route.MetaFunction = ({ loaderData, location: { search }, matches }) => {
  const root = matches[0]?.loaderData
  const list = loaderData?.list
  const page = list instanceof Promise ? null : (list ?? null)
  const choice = readChoice(new URLSearchParams(search))
  // Filters repeat batches of the whole list.
  const isWhole = !choice.find && choice.category === 'all' && Object.keys(choice.filters).length === 0
  const origin = root?.publicUrl ?? ''
  return pageMeta(root, {
    title: choice.find ? finderTitles[choice.find] : 'New batches',
    description: 'Start dates, times in IST, mode and instructor of the upcoming batches of every live course.',
    path: isWhole ? choicePath({ ...choice, compare: [], after: page ? page.after : choice.after }) : pathTo('new-batches'),
    next: page?.next ? choicePath({ ...choice, compare: [], after: String(page.next) }) : undefined,
    data: page
      ? listData(
          page.items
            .filter(({ batch }) => !isFull(batch))
            .map(({ course, batch }) => {
              const url = origin + pathTo('course', course.id)
              return {
                item: {
                  '@type': 'EducationEvent',
                  name: course.title,
                  startDate: batch.starts_at,
                  eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
                  location: { '@type': 'VirtualLocation', url },
                  organizer: { '@type': 'Organization', name: root?.site.brand ?? '', url: origin },
                  url,
                },
              }
            }),
        )
      : [],
  })
}

export default function NewBatches({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const choice = readChoice(query)
  return (
    <div className="page py-8 md:py-12 lg:py-16">
      {choice.find ? (
        <h1 className="mb-4 text-3xl font-extrabold">{finderTitles[choice.find]}</h1>
      ) : (
        <>
          <h1 className="text-4xl font-extrabold">New batches</h1>
          <p className="prose-width mt-4 mb-6 text-lg text-muted md:mb-10">
            Choose the days and the time that suit you. Times are in IST. Your own time is beside it where it differs.
          </p>
        </>
      )}
      <DeferredList
        list={loaderData.list}
        isEmpty={({ categories }) => categories.length === 0}
        loading={
          <Loading label="Loading batches" className="space-y-3">
            {['one', 'two', 'three', 'four', 'five'].map((place) => (
              <Skeleton key={place} className="h-16 w-full" />
            ))}
          </Loading>
        }
        failed={<BatchesLoadFailed />}
        empty={
          <Empty title="No upcoming batches">
            <p className="mt-2 text-muted">
              We are setting new dates. Ask for a call on a course page, and we call you when they are set.
            </p>
            <ButtonLink to="/courses" className="mt-6">
              See all courses
            </ButtonLink>
          </Empty>
        }
      >
        {(page) => (choice.find ? <BatchFinder page={page} choice={choice} /> : <BatchChooser page={page} choice={choice} />)}
      </DeferredList>
    </div>
  )
}
