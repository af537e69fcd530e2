import { documentLine, documents } from '#contract/money/staff/documents.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { dayFiltersOf, dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import type { DocumentId } from '#server/money/invoicing/find-document.ts'
import { documentsOfStudent } from '#server/money/invoicing/issued-documents.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'

const serial = serialSql('r', 'r.kind')
const tax = (head: string) => `(r.printed #>> '{tax,${head}_paise}')::int`

const shared = {
  serial,
  issued_at: isoInstant('r.issued_at'),
  student: `coalesce(r.printed #>> '{student,name}', u.full_name)`,
  email: 'u.email',
  course: 'o.course_title',
  batch_id: 'o.batch_id',
  batch_starts_on: dayInIndiaSql('b.starts_at'),
  gstin: `r.printed #>> '{buyer,gstin}'`,
  amount_paise: 'coalesce(f.amount_paise, p.amount_paise)',
  place_of_supply: `r.printed #>> '{place_of_supply,name}'`,
  taxable_paise: tax('taxable'),
  cgst_paise: tax('cgst'),
  sgst_paise: tax('sgst'),
  igst_paise: tax('igst'),
}
const found = {
  search: `concat_ws(' ', ${serial}, p.provider_payment_id, u.full_name, u.email, r.printed #>> '{student,name}', r.printed #>> '{buyer,company_name}', o.course_title)`,
  findsAddress: (value: string) => `r.id = any (${documentsOfStudent(`any (array(${holdersOfAddress(value)}))`)})`,
  filters: {
    kind: 'text',
    // Vouchers of earlier versions answer refunds too.
    is_refund_note: equals('boolean', `(r.kind <> 'receipt')`),
    student: { type: 'bigint', sql: (value: string) => `r.id = any (${documentsOfStudent(value)})` },
    ...dayFiltersOf('r.issued_at'),
  },
  sorts: { issued_at: { type: 'timestamptz', sql: 'r.issued_at' }, id: { type: 'bigint', sql: 'r.id' } },
} as const

const records = readRecords(documents, {
  name: 'documents_for_staff',
  from: `bare_documents r
    left join refunds f on f.id = r.refund_id
    join payments p on p.id = coalesce(r.payment_id, f.payment_id)
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id`,
  select: { ...shared, payment_id: 'p.id', student_id: 'u.id', provider_payment_id: 'p.provider_payment_id' },
  ...found,
})
const lines = readRecords(
  { ...documents, record: documentLine },
  {
    name: 'document_lines',
    from: `bare_documents r
    left join refunds f on f.id = r.refund_id
    join payments p on p.id = coalesce(r.payment_id, f.payment_id)
    join payment_orders o on o.id = p.order_id
    join users u on u.id = o.user_id
    join batches b on b.id = o.batch_id`,
    select: {
      ...shared,
      payment_id: 'p.provider_payment_id',
      company: `r.printed #>> '{buyer,company_name}'`,
      list_price_paise: `(r.printed #>> '{price,list_paise}')::bigint`,
      discount_paise: `(r.printed #>> '{price,discount_paise}')::bigint`,
      gst_rate: `(r.printed #>> '{tax,rate}')::float8`,
      sac: `r.printed #>> '{tax,sac}'`,
      receipt: `r.printed #>> '{receipt,serial}'`,
      receipt_issued_at: isoInstant(`(r.printed #>> '{receipt,issued_at}')::timestamptz`),
      reason: `r.printed ->> 'reason'`,
      paid_back_by: `r.printed #>> '{paid_back,method}'`,
      paid_back_reference: `r.printed #>> '{paid_back,reference}'`,
      paid_back_on: `r.printed #>> '{paid_back,paid_on}'`,
    },
    ...found,
  },
)

export const documentRecords = { ...records, listForFile: lines.list }

const tables = ['receipt', 'note', 'voucher'] as const

/** The document that an id of `issued_documents` names. */
export function documentIdOf(id: number): DocumentId | undefined {
  const kind = tables[id % 4]
  return kind && { kind, id: Math.floor(id / 4) }
}
