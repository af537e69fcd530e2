import type { PurchaseRequest } from '#contract/money/payments.ts'
import { dayInIst } from '#server/catalog/offers/batch-offer.ts'

/** A row of `requestColumns`. */
export interface RequestRow {
  request_id: number
  request_kind: PurchaseRequest['kind']
  request_status: PurchaseRequest['status']
  request_reason: string
  request_answer: string | null
  request_created_at: Date
  request_decided_at: Date | null
  to_batch_id: number | null
  to_starts_at: Date | null
  to_time_text: string | null
  to_batch_type: string | null
}

/** Columns of `purchase_requests q` left joined with `batches t` by `to_batch_id`. */
export const requestColumns = `q.id as request_id, q.kind as request_kind, q.status as request_status, q.reason as request_reason,
  q.answer as request_answer, q.created_at as request_created_at, q.decided_at as request_decided_at,
  t.id as to_batch_id, t.starts_at as to_starts_at, t.time_text as to_time_text, t.batch_type as to_batch_type`

/** Converts a row to the contract's request. */
export function presentRequest(row: RequestRow): PurchaseRequest {
  return {
    id: row.request_id,
    kind: row.request_kind,
    status: row.request_status,
    reason: row.request_reason,
    answer: row.request_answer,
    to_batch:
      row.to_batch_id !== null && row.to_starts_at
        ? {
            id: row.to_batch_id,
            date: dayInIst(row.to_starts_at),
            time: row.to_time_text ?? '',
            batch_type: row.to_batch_type ?? '',
          }
        : null,
    created_at: row.request_created_at.toISOString(),
    decided_at: row.request_decided_at?.toISOString() ?? null,
  }
}
