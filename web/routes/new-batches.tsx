import { type ShouldRevalidateFunction, useSearchParams } from 'react-router'
import { listCourses } from '#contract/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { type BatchRow, batchRows, readChoice } from '../catalog/batch-choice.ts'
import { isFull } from '../catalog/is-full.ts'
import { BatchChooser } from '../catalog/batch-chooser.tsx'
import { BatchesLoadFailed } from '../catalog/batches-load-failed.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { cachedWhenRead, deferList, readList } from '../lib/read-list.ts'
import { serverContext } from '../lib/server-context.ts'
import { listData } from '../lib/structured-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DeferredList } from '#ui/deferred-list.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/new-batches'

export const headers = cachedWhenRead

export function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  return readList(call(listCourses).then(batchRows))
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => deferList(serverLoader)

/** A filter or a comparison uses the list that is there, so nothing is fetched. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const list = loaderData?.list
  const origin = root?.publicUrl ?? ''
  return pageMeta(root, {
    title: 'New batches',
    description: 'Start dates, times in IST, mode and instructor of the upcoming batches of every live course.',
    path: pathTo('new-batches'),
    data: Array.isArray(list)
      ? listData(
          list
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
  return (
    <div className="page py-12 lg:py-16">
      <h1 className="text-4xl font-extrabold">New batches</h1>
      <p className="prose-width mt-4 mb-10 text-lg text-muted">
        Choose the days and the time that suit you. Times are in IST. Your own time is beside it where it differs.
      </p>
      <DeferredList
        list={loaderData.list}
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
            <ButtonLink to="/courses" variant="secondary" className="mt-6">
              See all courses
            </ButtonLink>
          </Empty>
        }
      >
        {(rows) => <Chooser rows={rows} />}
      </DeferredList>
    </div>
  )
}

function Chooser({ rows }: { rows: BatchRow[] }) {
  const [query] = useSearchParams()
  return <BatchChooser rows={rows} choice={readChoice(query)} />
}
