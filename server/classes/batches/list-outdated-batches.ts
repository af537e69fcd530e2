import type { OutdatedBatch } from '#contract/classes/staff/batches.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Batches that one call compares. */
const most = 200

// Batches that were found in line since the last change of what they depend on are not compared again.
const candidates = `select r.id from batches r left join pattern_checks k on k.batch_id = r.id
  where r.cancelled_at is null and r.ends_at > (select app_now()) and k.in_line is not true`

const outdatedBatches = statement<OutdatedBatch>(
  'outdated_batches',
  `select r.id, r.version, c.title as course, ${isoInstant('r.starts_at')} as starts_at, p.calendar, d.added, d.removed, d.moved
   from batches r join courses c on c.id = r.course_id join batch_patterns p on p.batch_id = r.id
   cross join lateral (
     select (count(*) filter (where s.change = 'added'))::integer as added,
       (count(*) filter (where s.change = 'removed'))::integer as removed,
       (count(*) filter (where s.change = 'moved'))::integer as moved
     from plan_sessions(p.batch_id, p.weekdays, p.clock, p.minutes, p.first_day, p.class_count, p.last_day, p.calendar, app_now()) s
   ) d
   where r.id in (${candidates} and ($1::integer is null or r.id = $1) order by r.starts_at, r.id limit $2)
     and d.added + d.removed + d.moved > 0
   order by r.starts_at, r.id`,
)
const candidatesLeft = statement<{ left: boolean }>(
  'candidates_left',
  `select exists (${candidates} order by r.starts_at, r.id offset $1) as left`,
)

/**
 * Returns the batches whose classes differ from what their patterns and the holidays would make of them now. Of a large school it
 * compares the next ones to start; `checkPatterns` goes through the others.
 */
export async function listOutdatedBatches(
  deps: Deps,
  _staff: Staff,
  batchId?: number,
): Promise<{ items: OutdatedBatch[]; is_complete: boolean }> {
  const [items, { left }] = await Promise.all([
    rows(deps.db, outdatedBatches, [batchId ?? null, most]),
    batchId === undefined ? one(deps.db, candidatesLeft, [most]) : { left: false },
  ])
  return { items, is_complete: !left }
}
