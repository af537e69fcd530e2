import { importDays } from '#contract/desk/staff/imports.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const deleteUnusedImports = statement(
  'delete_unused_imports',
  `delete from student_imports where state in ('checked', 'waiting') and coalesce(asked_at, created_at) < app_now() - make_interval(days => $1)`,
)
const deleteOldImportRows = statement(
  'delete_old_import_rows',
  `delete from student_import_rows where ctid = any (array(
     select x.ctid from student_imports r cross join lateral (
       select y.ctid from student_import_rows y where y.import_id = r.id limit $2) x
     where r.ran_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)

/** Deletes files that were only checked, and the lines of runs, after the days of `importDays`. The counts of a run stay. */
export async function sweepImports(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await rows(deps.db, deleteUnusedImports, [importDays.checked])
  await inSlices(deps.db, deleteOldImportRows, [importDays.done])
}
