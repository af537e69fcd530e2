import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import { unavailable } from '#server/platform/errors/errors.ts'

/** SQL: a restore is newer than the last comparison with the provider, which may have made refunds that these books lack. */
export const isUncompared = `exists (select from restores where not is_move
  and restored_at > coalesce((select compared_at from sweep_progress), '-infinity'))`

const refundsWait = statement<{ wait: boolean }>('refunds_wait', `select ${isUncompared} as wait`)

/** @throws HttpError 503 after a restore, until the refunds of the provider are known */
export async function assertCompared(tx: Queryable): Promise<void> {
  if (!(await one(tx, refundsWait)).wait) return
  throw unavailable(
    'A backup was restored, and its refunds are being compared with the provider. Please try again in some minutes.',
    60,
  )
}
