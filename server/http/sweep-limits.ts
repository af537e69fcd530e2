import type { System } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

// Longer than the longest window of any limit.
const deleteOldCounters = statement(
  'delete_old_counters',
  `delete from limit_counters where window_start < app_now() - interval '1 day'`,
)

export async function sweepLimits(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await rows(deps.db, deleteOldCounters)
}
