import type { OwnWorkQuery } from './due-work.tsx'
import { type ServerClock, useServerTime } from '#ui/server-clock.ts'
import type { OwnExercise } from '#contract/learning/work.ts'
import { FoldedWork, WorkRow, workList } from './work-row.tsx'
import { isOpenWork } from './work-state.ts'

/** So many exercises are open at once; the rest is folded. */
const shownAtFirst = 3

/** What the student handed in over all courses, the latest first. Nothing without any. */
export function HandedInWork({ query: { data } }: { query: OwnWorkQuery }) {
  const items = data?.items.filter((one) => !isOpenWork(one)) ?? []
  if (!data || items.length === 0) return null
  return (
    <section aria-labelledby="handed-in">
      <h2 id="handed-in" className="mb-4 text-xl">
        Your work
      </h2>
      <Rows items={items.toSorted((a, b) => Date.parse(b.due_at) - Date.parse(a.due_at))} clock={data.clock} />
    </section>
  )
}

function Rows({ items, clock }: { items: readonly OwnExercise[]; clock: ServerClock }) {
  const now = useServerTime(clock, 60_000)
  const rows = (some: readonly OwnExercise[]) => some.map((one) => <WorkRow key={one.id} one={one} now={now} withCourse />)
  return (
    <div className="space-y-3">
      <ul className={workList}>{rows(items.slice(0, shownAtFirst))}</ul>
      <FoldedWork label="Earlier" rows={rows(items.slice(shownAtFirst))} />
    </div>
  )
}
