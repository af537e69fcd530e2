import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { batchRecords } from './batch-records.ts'

/**
 * Puts a draft on sale. It never becomes a draft again, because somebody may have bought it.
 * @throws HttpError 404; 409 when it is no draft, or its first class has begun; StaleVersion
 */
export async function publishBatch(deps: Deps, staff: Staff, target: Target): Promise<BatchRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { state } = await batchRecords.find(tx, target.id)
    if (state !== 'draft') throw conflict('batch_not_draft', 'This batch is no draft.')
    const batch = await batchRecords.update(tx, target, { published: true })
    // Its state is that of the clock of the database.
    if (batch.state !== 'ahead')
      throw conflict('batch_started', 'The first class of this batch has begun. Please choose a later first day.')
    return batch
  })
}
