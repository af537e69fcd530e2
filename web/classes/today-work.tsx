import { LoadFailed } from '#web/lib/load-failed.tsx'
import type { OwnWorkQuery } from './due-work.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { FoldedWork, WorkRow, workList } from './work-row.tsx'
import { byWhatCanBeDone, isOpenWork } from './work-state.ts'
import type { OwnExercise } from '#contract/learning/work.ts'

/** Today shows so many exercises. The room of each course has all of them. */
const shownToday = 4

/** What is due next over all courses. */
export function TodayWork({ query: { data, error, isFetching, refetch } }: { query: OwnWorkQuery }) {
  if (!data && !error) return null
  if (data && !data.items.some(isOpenWork)) return null
  return (
    <section aria-labelledby="today-work">
      <h2 id="today-work" className="mb-4 text-xl">
        What is due
      </h2>
      {data ? (
        <Rows items={data.items} clock={data.clock} />
      ) : (
        <LoadFailed title="Your work could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
          What you have handed in is safe.
        </LoadFailed>
      )}
    </section>
  )
}

function Rows({ items, clock }: { items: readonly OwnExercise[]; clock: ServerClock }) {
  const now = useServerTime(clock, 60_000)
  const work = byWhatCanBeDone(items, now)
  const rows = (some: readonly OwnExercise[]) => some.map((one) => <WorkRow key={one.id} one={one} now={now} withCourse />)
  const left = work.now.length - shownToday
  return (
    <div className="space-y-3">
      {work.now.length > 0 ? <ul className={workList}>{rows(work.now.slice(0, shownToday))}</ul> : null}
      {left > 0 ? <p className="figures text-sm text-muted">{left} more in the rooms of your courses.</p> : null}
      <FoldedWork label="Of completed batches" rows={rows(work.over)} />
    </div>
  )
}
