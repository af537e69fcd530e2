import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant } from '#contract/fields.ts'
import { pdfAnswer } from '#contract/file-answers.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { paymentMethodNames } from './payments.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'

export const documentKinds = ['receipt', 'credit_note', 'financial_credit_note', 'refund_note', 'voucher'] as const

export const documentKindNames: Readonly<Record<(typeof documentKinds)[number], string>> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  financial_credit_note: 'Financial credit note',
  refund_note: 'Refund note',
  voucher: 'Refund voucher',
}

const record = z.object({
  id: z.int(),
  kind: z.enum(documentKinds),
  serial: z.string(),
  issued_at: instant,
  student_id: z.int(),
  student: z.string(),
  email: z.string(),
  course: z.string(),
  batch_id: z.int(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  payment_id: z.int(),
  provider_payment_id: z.string(),
  amount_paise: z.int(),
  /** The buyer's GSTIN and the place of supply, as printed. */
  gstin: z.string().nullable(),
  place_of_supply: z.string().nullable(),
  /** Paise of the tax as printed; null on a document without tax. */
  taxable_paise: z.int().nullable(),
  cgst_paise: z.int().nullable(),
  sgst_paise: z.int().nullable(),
  igst_paise: z.int().nullable(),
})
export type StaffDocument = z.output<typeof record>

const example: StaffDocument = {
  id: 36,
  kind: 'receipt',
  serial: 'KS/2627/000012',
  issued_at: '2026-11-21T06:30:00.000Z',
  student_id: 7,
  student: 'Asha Patil',
  email: 'asha@example.com',
  course: 'Full Stack Web Development',
  batch_id: 3,
  batch_starts_on: '2026-12-01',
  payment_id: 12,
  provider_payment_id: 'pay_MxT1bYcQdW2kPz',
  amount_paise: 3_600_000,
  gstin: null,
  place_of_supply: 'Maharashtra',
  taxable_paise: 3_050_848,
  cgst_paise: 274_576,
  sgst_paise: 274_576,
  igst_paise: 0,
}

/** A document as an accountant reads it, with the receipt that a note cites. All of it is what was printed. */
export const documentLine = record.omit({ student_id: true, id: true, payment_id: true, provider_payment_id: true }).extend({
  company: z.string().nullable(),
  list_price_paise: z.int().nullable(),
  discount_paise: z.int().nullable(),
  gst_rate: z.number().nullable(),
  sac: z.string().nullable(),
  /** The receipt that a note or voucher cites. */
  receipt: z.string().nullable(),
  receipt_issued_at: instant.nullable(),
  reason: z.string().nullable(),
  /** How staff paid it back; empty for a refund that the provider sent. */
  paid_back_by: z.string().nullable(),
  paid_back_reference: z.string().nullable(),
  paid_back_on: day.nullable(),
  payment_id: z.string(),
  id: z.int(),
})

/** Receipts, notes and vouchers as they were issued. */
export const documents = readOnlyResource({
  name: 'documents',
  singular: 'document',
  record,
  filters: { kind: z.enum(documentKinds).optional(), is_refund_note: flag.optional(), student: idFilter, ...dayFilters },
  sort: ['issued_at', 'id'],
  usualSort: '-issued_at',
  permission: { read: 'documents:read' },
  stepUp: ['export'],
  file: documentLine,
  words: { kind: documentKindNames, paid_back_by: paymentMethodNames },
  examples: { record: example },
})

export const sendDocument = endpoint({
  name: 'sendDocument',
  method: 'POST',
  path: '/staff/documents/:id/send/',
  tag: 'Staff: documents',
  summary: 'Mail a document to its student again, as it was issued',
  access: { staff: 'documents:send' },
  params: z.object({ id }),
  answers: { 202: z.object({ email: z.string() }) },
  errors: [404, 409],
  example: { answer: { email: 'asha@example.com' } },
})

export const readDocumentPdfForStaff = endpoint({
  name: 'readDocumentPdfForStaff',
  method: 'GET',
  path: '/staff/documents/:id/pdf/',
  tag: 'Staff: documents',
  summary: 'A document of any student as a PDF',
  access: { staff: 'documents:read' },
  params: z.object({ id }),
  ...pdfAnswer,
  errors: [404],
})
