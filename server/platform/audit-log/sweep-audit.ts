import type { System } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const sliceRows = 5000
const deleteOldLog = statement<{ gone: number }>('delete_old_log', `select delete_old_log($1) as gone`)

/** Deletes entries of the log that are older than the settings keep them. The database refuses to delete younger ones. */
export async function sweepAudit(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  while ((await one(deps.db, deleteOldLog, [sliceRows])).gone >= sliceRows);
}
