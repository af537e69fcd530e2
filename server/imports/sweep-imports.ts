import { importDays } from '#contract/staff/imports.ts'
import type { System } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

const deleteUnusedImports = statement(
  'delete_unused_imports',
  `delete from student_imports where state = 'checked' and created_at < app_now() - make_interval(days => $1)`,
)
const deleteOldImportRows = statement(
  'delete_old_import_rows',
  `delete from student_import_rows x using student_imports r
   where r.id = x.import_id and r.ran_at < app_now() - make_interval(days => $1)`,
)

/** Deletes files that were only checked, and the lines of runs, after the days of `importDays`. The counts of a run stay. */
export async function sweepImports(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await rows(deps.db, deleteUnusedImports, [importDays.checked])
  await rows(deps.db, deleteOldImportRows, [importDays.done])
}
