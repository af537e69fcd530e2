import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { changeBatch as changeBatchOfStaff } from '#server/classes/batches/change-batch.ts'
import type { BatchInput } from '#server/classes/batches/create-batch.ts'
import { cancelBatch as cancelBatchOfStaff } from '#server/money/cancellations/cancel-batch.ts'
import type { TestApp } from './create-test-app.ts'

type School = Pick<TestApp, 'db' | 'deps'>

const owner: Staff = { kind: 'staff', id: 1, roles: ['owner'] }

/** Changes fields of a batch by the verb of staff, which tells those whom it concerns. */
export async function changeBatch(shop: School, batchId: number, body: Partial<BatchInput>): Promise<void> {
  await changeBatchOfStaff(shop.deps, owner, { id: batchId, versions: await versionsOf(shop, batchId), body })
}

/** Cancels a batch by the verb of staff and returns its id. The job that refunds its students waits. */
export async function cancelBatch(shop: { db: pg.Pool; deps: Pick<Deps, 'db' | 'jobs'> }, batchId: number): Promise<number> {
  const body = { reason: 'Too few students', move_to: null, refund: [] }
  await cancelBatchOfStaff(shop.deps, owner, { id: batchId, versions: await versionsOf(shop, batchId), body })
  return batchId
}

async function versionsOf({ db }: Pick<School, 'db'>, batchId: number): Promise<number[]> {
  const { rows } = await db.query<{ version: number }>('select version from batches where id = $1', [batchId])
  return rows.map(({ version }) => version)
}
