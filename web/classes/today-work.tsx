import { LoadFailed } from '#web/lib/load-failed.tsx'
import type { OwnWorkQuery } from './due-work.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import { WorkRow, workList } from './work-row.tsx'
import { isOpenWork } from './work-state.ts'
import type { OwnExercise } from '#contract/learning/work.ts'

/** Today shows so many exercises. The room of each course has all of them. */
const shownToday = 4

/** What is due next over all courses. */
export function TodayWork({ query: { data, error, isFetching, refetch } }: { query: OwnWorkQuery }) {
  if (!data && !error) return null
  const open = data?.items.filter(isOpenWork) ?? []
  if (data && open.length === 0) return null
  return (
    <section aria-labelledby="today-work">
      <h2 id="today-work" className="mb-4 text-xl">
        What is due
      </h2>
      {data ? (
        <Rows items={open} clock={data.clock} />
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
  return (
    <>
      <ul className={workList}>
        {items.slice(0, shownToday).map((one) => (
          <WorkRow key={one.id} one={one} now={now} withCourse />
        ))}
      </ul>
      {items.length > shownToday ? (
        <p className="figures mt-3 text-sm text-muted">{items.length - shownToday} more in the rooms of your courses.</p>
      ) : null}
    </>
  )
}
