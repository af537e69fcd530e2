import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

// Longer than the longest window of any limit.
const deleteOldCounters = statement(
  'delete_old_counters',
  `delete from limit_counters where ctid = any (array(
     select ctid from limit_counters where window_start < app_now() - interval '1 day' limit $1))
   returning 1`,
)

export async function sweepLimits(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await inSlices(deps.db, deleteOldCounters)
}
