import { ApiError } from '#contract/client.ts'
import { readPaymentStatus } from '#contract/money/payments.ts'
import { call } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { type Choice, readChoice } from './queries.ts'

/** Returns the course and batch if the batch is open and the student has not paid for it, else null. */
export async function findPayable(batchId: string): Promise<Choice | null> {
  const choice = await readChoice(batchId)
  if (!choice?.batch.can_enroll) return null
  if (readStored('accessToken') === null) return choice
  try {
    const { status } = await call(readPaymentStatus, { params: { batch_id: batchId } })
    return status === 'none' || status === 'open' || status === 'refunded' ? choice : null
  } catch (error) {
    // An ended session redirects to the login page; without one nothing was paid here.
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
