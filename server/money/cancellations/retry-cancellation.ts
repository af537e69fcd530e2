import type { Cancellation } from '#contract/money/staff/cancellations.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { readCancellation } from './read-cancellation.ts'
import { cancelBatchJob } from './jobs.ts'

const retryFailedEnrolments = statement<{ enrolment_id: number }>(
  'retry_failed_enrolments',
  `update cancelled_enrolments set outcome = 'waiting', detail = '', action = case when $2 then 'refund' else action end
   where batch_id = $1 and outcome = 'failed' returning enrolment_id`,
)

/** @throws HttpError 404; 409 when no student waits for a decision */
export async function retryCancellation(
  deps: Pick<Deps, 'db' | 'jobs'>,
  staff: Staff,
  { id, refund }: { id: number; refund: boolean },
): Promise<Cancellation> {
  return staffTransaction(deps, staff, async (tx) => {
    const retried = await rows(tx, retryFailedEnrolments, [id, refund])
    const cancellation = await readCancellation({ db: tx }, staff, { id })
    if (retried.length === 0) throw conflict('nothing_failed', 'No student of this batch waits for a decision.')
    await deps.jobs.send(tx, cancelBatchJob, { id })
    return cancellation
  })
}
