import { documents } from '#contract/staff/documents.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { dayFiltersOf, dayInIndiaSql } from '../../db/days-in-india.ts'
import { readRecords } from '../../records/read-records.ts'
import type { DocumentId } from '../invoicing/find-document.ts'
import { serialSql } from '../invoicing/series.ts'

const serial = serialSql('r', 'r.kind')
const tax = (head: string) => `(r.printed #>> '{tax,${head}_paise}')::int`

export const documentRecords = readRecords(documents, {
  name: 'documents_for_staff',
  from: `issued_documents r
    join payments p on p.id = r.payment_id
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id`,
  select: {
    serial,
    issued_at: isoInstant('r.issued_at'),
    student_id: 'u.id',
    student: `coalesce(r.printed #>> '{student,name}', u.full_name)`,
    email: 'u.email',
    course: 'o.course_title',
    batch_id: 'o.batch_id',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    provider_payment_id: 'p.provider_payment_id',
    gstin: `r.printed #>> '{buyer,gstin}'`,
    place_of_supply: `r.printed #>> '{place_of_supply,name}'`,
    taxable_paise: tax('taxable'),
    cgst_paise: tax('cgst'),
    sgst_paise: tax('sgst'),
    igst_paise: tax('igst'),
  },
  search: `concat_ws(' ', ${serial}, p.provider_payment_id, u.full_name, u.email, r.printed #>> '{student,name}', r.printed #>> '{buyer,company_name}', o.course_title)`,
  filters: {
    kind: 'text',
    is_refund_note: { type: 'boolean', sql: `(r.kind in ('credit_note', 'financial_credit_note', 'refund_note')) = $` },
    student: { type: 'bigint', sql: 'o.user_id = $' },
    ...dayFiltersOf('r.issued_at'),
  },
  sorts: { issued_at: { type: 'timestamptz', sql: 'r.issued_at' }, id: { type: 'bigint', sql: 'r.id' } },
})

const tables = ['receipt', 'note', 'voucher'] as const

/** The document that an id of `issued_documents` names. */
export function documentIdOf(id: number): DocumentId | undefined {
  const kind = tables[id % 4]
  return kind && { kind, id: Math.floor(id / 4) }
}
