import { arrivalDays } from '#contract/desk/staff/arrivals.ts'
import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { arrivalJob } from './jobs.ts'

const deleteUnusedArrivals = statement(
  'delete_unused_arrivals',
  `delete from arrivals where state = 'checked' and created_at < app_now() - make_interval(days => $1)`,
)
const deleteOldArrivalRows = statement(
  'delete_old_arrival_rows',
  `delete from arrival_rows where ctid = any (array(
     select x.ctid from arrivals r cross join lateral (
       select y.ctid from arrival_rows y where y.arrival_id = r.id limit $2) x
     where r.state in ('done', 'undone') and r.ran_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)
const arrivalsAtWork = statement<{ id: number }>(
  'arrivals_at_work',
  `select id from arrivals where state in ('running', 'undoing')`,
)

/** Deletes files that were only checked, and lines of runs, after `arrivalDays`. Queues what is at work again: its job may be gone. */
export async function sweepArrivals({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, _system: System): Promise<void> {
  await rows(db, deleteUnusedArrivals, [arrivalDays.checked])
  await inSlices(db, deleteOldArrivalRows, [arrivalDays.done])
  for (const { id } of await rows(db, arrivalsAtWork)) await jobs.send(db, arrivalJob, { id })
}
