import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { OwnExercise } from '#contract/learning/work.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { ownWorkQuery } from './queries.ts'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { WorkRow, workList } from './work-row.tsx'
import { isOpenWork } from './work-state.ts'

/** The exercises of all batches of the student. */
export function useOwnWork() {
  const { loading, user } = useSession()
  return useQuery({ ...ownWorkQuery(user?.email), enabled: !loading && user !== null })
}
export type OwnWorkQuery = ReturnType<typeof useOwnWork>

/** What is due in one batch by date; below it what is handed in. A batch without exercises has no such part. */
export function DueWork({ query: { data, error, isFetching, refetch }, batchId }: { query: OwnWorkQuery; batchId: number }) {
  const items = data?.items.filter((one) => one.batch_id === batchId) ?? []
  if (!data && !error) return null
  if (data && items.length === 0) return null
  return (
    <section id="work" aria-labelledby="work-title" className="mt-10 scroll-mt-20">
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

/** So many exercises stand before the rest is folded. */
const shownAtFirst = 4

function Lists({ items, clock }: { items: readonly OwnExercise[]; clock: ServerClock }) {
  const now = useServerTime(clock, 60_000)
  const open = items.filter(isOpenWork)
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
      <Folded label="Later" rows={rows(open.slice(shownAtFirst))} />
      <Folded label="Handed in" rows={rows(items.filter((one) => !isOpenWork(one)))} />
    </div>
  )
}

function Folded({ label, rows }: { label: string; rows: readonly React.ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <details className="group/folded">
      <summary className="figures inline-flex min-h-11 list-none items-center gap-2 rounded-md text-sm font-semibold text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-150 group-open/folded:rotate-180" />
        {label} <span className="font-normal">{rows.length}</span>
      </summary>
      <ul className={`mt-2 ${workList}`}>{rows}</ul>
    </details>
  )
}
