import type { OutdatedBatch } from '#contract/staff/batches.ts'
import type { Staff } from '../../auth/principal.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { rows, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'

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
   where r.cancelled_at is null and r.ends_at > app_now() and d.added + d.removed + d.moved > 0
   order by r.starts_at, r.id`,
)

/** Returns the batches whose classes differ from what their patterns and the holidays would make of them now. */
export async function listOutdatedBatches(deps: Deps, _staff: Staff): Promise<{ items: OutdatedBatch[] }> {
  return { items: await rows(deps.db, outdatedBatches) }
}
