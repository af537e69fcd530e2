import type { System } from '#server/platform/auth/principal.ts'
import { one, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Batches of one transaction, which holds up changes of classes for some tens of milliseconds. */
const chunk = 20

// Tried, because changes that wait behind it could wait for each other's rows.
const lockPatternChecks = statement<{ locked: boolean }>(
  'lock_pattern_checks',
  `select pg_try_advisory_xact_lock(hashtext('pattern_checks')) as locked`,
)
const storePatternChecks = statement<{ checked: number }>(
  'store_pattern_checks',
  `with checked as (
     insert into pattern_checks (batch_id, in_line)
     select p.batch_id, not exists (
       select from plan_sessions(p.batch_id, p.weekdays, p.clock, p.minutes, p.first_day, p.class_count, p.last_day, p.calendar,
         app_now()) s where s.change <> 'unchanged')
     from batch_patterns p
     where p.batch_id in (
       select r.id from batches r left join pattern_checks k on k.batch_id = r.id
       where r.cancelled_at is null and r.ends_at > (select app_now()) and k.batch_id is null
       order by r.starts_at, r.id limit $1)
     returning 1
   )
   select count(*)::integer as checked from checked`,
)

/**
 * Runs every minute. Compares the running batches whose pattern, classes or holidays have changed since the last comparison, so that
 * `listOutdatedBatches` need not. Leaves the rest to the next run while somebody changes classes or the process stops.
 */
export async function checkPatterns(deps: Pick<Deps, 'db' | 'stopping'>, _system: System): Promise<void> {
  for (;;) {
    if (deps.stopping.aborted) return
    const checked = await transaction(deps.db, async (tx) => {
      if (!(await one(tx, lockPatternChecks)).locked) return 0
      return (await row(tx, storePatternChecks, [chunk]))?.checked ?? 0
    })
    if (checked < chunk) return
  }
}
