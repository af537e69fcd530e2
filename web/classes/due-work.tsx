import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OwnExercise } from '#contract/learning/work.ts'
import { Empty } from '#ui/empty.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { ownWorkQuery } from './queries.ts'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { FoldedWork, WorkRow, workList } from './work-row.tsx'
import { byWhatCanBeDone, isOpenWork } from './work-state.ts'

/** The exercises of all batches of the student. */
export function useOwnWork() {
  const { loading, user } = useSession()
  return useQuery({ ...ownWorkQuery(user?.email), enabled: !loading && user !== null })
}
export type OwnWorkQuery = ReturnType<typeof useOwnWork>

/** What is due in one batch by date; below it what is handed in. A batch without exercises has no such part. */
export function DueWork({ query: { data, error, isFetching, refetch }, batchId }: { query: OwnWorkQuery; batchId: number }) {
  const items = data?.items.filter((one) => one.batch_id === batchId) ?? []
  if (!data && !error) {
    return (
      <Loading label="Loading your work" className="space-y-3">
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-60 w-full rounded-lg" />
      </Loading>
    )
  }
  if (data && items.length === 0) {
    return (
      <Empty title="No exercises yet">
        <p className="mt-2 text-muted">
          Your instructor gives them with the classes, and they are listed here by the day on which they are due.
        </p>
      </Empty>
    )
  }
  return (
    <section aria-labelledby="work-title">
      <h2 id="work-title" className="mb-4 text-2xl">
        Due
      </h2>
      {data ? (
        <Lists items={items} clock={data.clock} />
      ) : (
        <LoadFailed title="Your work could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
          What you have handed in is safe.
        </LoadFailed>
      )}
    </section>
  )
}

/** So many exercises stand on the overview of a room. */
const shownOnOverview = 3

/** What is due next in one batch. Nothing without an exercise to do. */
export function DueNext({ query: { data }, batchId, toAll }: { query: OwnWorkQuery; batchId: number; toAll: string }) {
  const items = data?.items.filter((one) => one.batch_id === batchId && isOpenWork(one)) ?? []
  if (!data || items.length === 0) return null
  return (
    <section aria-labelledby="due-next">
      <h2 id="due-next" className="mb-4 text-2xl">
        Due
      </h2>
      <NextRows items={items} clock={data.clock} />
      <p className="mt-3">
        <Link to={toAll} className="inline-flex min-h-6 items-center text-sm font-semibold text-accent hover:underline">
          All work of this batch
        </Link>
      </p>
    </section>
  )
}

function NextRows({ items, clock }: { items: readonly OwnExercise[]; clock: ServerClock }) {
  const now = useServerTime(clock, 60_000)
  const work = byWhatCanBeDone(items, now)
  return (
    <ul className={workList}>
      {[...work.now, ...work.over].slice(0, shownOnOverview).map((one) => (
        <WorkRow key={one.id} one={one} now={now} />
      ))}
    </ul>
  )
}

/** So many exercises stand before the rest is folded. */
const shownAtFirst = 4

function Lists({ items, clock }: { items: readonly OwnExercise[]; clock: ServerClock }) {
  const now = useServerTime(clock, 60_000)
  const work = byWhatCanBeDone(items, now)
  // In the room of a batch that is over, nothing else is due.
  const open = [...work.now, ...work.over]
  const rows = (some: readonly OwnExercise[]) => some.map((one) => <WorkRow key={one.id} one={one} now={now} />)
  return (
    <div className="space-y-3">
      {open.length === 0 ? (
        <p className="rounded-lg border border-dashed border-edge px-5 py-6 text-muted">
          Nothing is due. You have handed in everything.
        </p>
      ) : (
        <ul className={workList}>{rows(open.slice(0, shownAtFirst))}</ul>
      )}
      <FoldedWork label="Later" rows={rows(open.slice(shownAtFirst))} />
      <FoldedWork label="Handed in" rows={rows(items.filter((one) => !isOpenWork(one)))} />
    </div>
  )
}
