import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'

const lockBatchOfClasses = statement<{ cancelled: boolean }>(
  'lock_batch_of_classes',
  `select cancelled_at is not null as cancelled from batches where id = $1 for no key update`,
)

/**
 * Locks a batch, so that its classes change one after the other.
 * @throws HttpError 404, or 409 when the batch is cancelled
 */
export async function lockBatchForClasses(tx: Queryable, batchId: number): Promise<void> {
  const batch = await row(tx, lockBatchOfClasses, [batchId])
  if (!batch) throw notFound('Batch not found.')
  if (batch.cancelled) throw conflict('batch_cancelled', 'This batch is cancelled: its classes stay as they were.')
}
