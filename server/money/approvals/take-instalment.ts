import type { ParsedOf } from '#contract/endpoint.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { takeInstalment as endpoint } from '#contract/money/staff/instalments.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { findPartToTake, recordOfflinePart } from '#server/money/offline/record-offline-part.ts'
import { none } from './money-acts.ts'
import type { ActDeps } from './perform.ts'
import { performOrAsk } from './perform-or-ask.ts'

/**
 * Records money that the school received for the next part of a place, or for all that is left, or asks for it.
 * @throws HttpError 400, 404 or 409
 */
export async function takeInstalment(
  deps: ActDeps,
  staff: Staff,
  { id, body }: { id: number; body: ParsedOf<typeof endpoint>['body'] },
): Promise<ApprovalRecord> {
  const find = async (tx: Queryable) => {
    const part = await findPartToTake(tx, id)
    if (!part) throw notFound('There is no such part.')
    return part
  }
  const studentOfPart = async (tx: Queryable) => {
    const { user_id: userId } = await find(tx)
    await assertAccount(tx, userId)
    return userId
  }
  return performOrAsk(deps, staff, { kind: 'offline_payment', call: { id, body } }, studentOfPart, async (tx, userId) => {
    const { batch_id, enrolment_id: enrolmentId, number } = await find(tx)
    const part = body.rest ? null : number
    const offlinePaymentId = await recordOfflinePart(tx, { ...body, batch_id, userId, enrolmentId, part })
    const { amount_paise } = body
    return { ...none, batch_id, amount_paise, counted_paise: amount_paise, offline_payment_id: offlinePaymentId, reason: null }
  })
}
