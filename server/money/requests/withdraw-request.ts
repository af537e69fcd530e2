import type { PurchaseRequest } from '#contract/money/payments.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { findRequest } from './find-request.ts'
import { presentRequest } from './present-request.ts'

const markRequestWithdrawn = statement(
  'mark_request_withdrawn',
  `update purchase_requests set status = 'withdrawn', decided_at = app_now(), decided_by_kind = 'student', decided_by_id = $2
   where id = $1 and user_id = $2 and status = 'open' returning 1`,
)

/**
 * Withdraws a student's own open request. Withdrawing it twice is no error.
 * @throws HttpError 404 for an unknown or another student's request, 409 once it is decided
 */
export async function withdrawRequest(
  deps: Deps,
  student: Student,
  { params }: { params: { request_id: number } },
): Promise<PurchaseRequest> {
  await row(deps.db, markRequestWithdrawn, [params.request_id, student.id])
  const request = await findRequest(deps.db, params.request_id)
  if (!request || request.user_id !== student.id) throw notFound('Request not found.')
  if (request.request_status !== 'withdrawn') throw conflict('request_decided', 'This request has been decided already.')
  return presentRequest(request)
}
