import type { StaffRequest } from '#contract/money/staff/requests.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import * as decisions from '#server/money/requests/decide-request.ts'
import { requestRecords } from './request-records.ts'

/** @throws HttpError 404; 409 for a request that is decided, is for a refund, or can't be met any more */
export async function approveTransfer(deps: Deps, staff: Staff, { id }: { id: number }): Promise<StaffRequest> {
  const request = await requestRecords.find(deps.db, id)
  if (request.kind !== 'transfer') throw conflict('refund_request', 'This request is for a refund. Please refund the payment.')
  await decisions.approveRequest(deps, staff, { requestId: id, keepsAccess: false })
  return requestRecords.find(deps.db, id)
}

/** @throws HttpError 404; 409 when it is decided */
export async function declineRequest(deps: Deps, staff: Staff, input: { id: number; reason: string }): Promise<StaffRequest> {
  await decisions.declineRequest(deps, staff, { requestId: input.id, reason: input.reason })
  return requestRecords.find(deps.db, input.id)
}
