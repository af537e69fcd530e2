import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const deleteOldEnquiries = statement(
  'delete_old_enquiries',
  `delete from enquiries where ctid = any (array(
     select ctid from enquiries where created_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)

/** Deletes enquiries past `ENQUIRY_RETENTION_DAYS`. */
export async function sweepEnquiries(deps: Pick<Deps, 'db' | 'config'>, _system: System): Promise<void> {
  await inSlices(deps.db, deleteOldEnquiries, [deps.config.enquiryRetentionDays])
}
