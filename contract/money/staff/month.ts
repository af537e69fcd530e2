import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/fields.ts'

/** A calendar month in India, `YYYY-MM`. GST began in July 2017. */
const month = z
  .string()
  .regex(/^20(1[7-9]|[2-9]\d)-(0[1-9]|1[0-2])$/, 'Please give a month such as 2026-11.')
  .refine((value) => value >= '2017-07', 'GST began in July 2017.')

/** The tables of GSTR-1 that a school of courses fills. */
export const gstr1Sections = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn', 'docs'] as const
export type Gstr1Section = (typeof gstr1Sections)[number]
/** The files of the offline tool. It has two sheets for `hsn` since May 2025. */
export const gstr1Files = [...gstr1Sections, 'hsn_b2b', 'hsn_b2c'] as const
export type Gstr1File = (typeof gstr1Files)[number]

const section = z.object({
  /** Lines of the file. */
  rows: z.int(),
  /** Of credit notes positive in `cdnr` and `cdnur`, taken off in `b2cs` and `hsn`. */
  taxable_paise: z.int(),
  tax_paise: z.int(),
})
const gstr1 = z.object({
  month,
  gstin: z.string().nullable(),
  sections: z.object({
    b2b: section,
    b2cl: section,
    b2cs: section,
    cdnr: section,
    cdnur: section,
    hsn: section,
    docs: section,
  }),
  /** Payments less refunds of the documents of the month, taxed anew from their amounts. */
  ledger_taxable_paise: z.int(),
  ledger_tax_paise: z.int(),
  /** How documents and ledger differ, a sentence each. Empty when the files may be handed on. */
  differences: z.array(z.string()),
  /** What an accountant should know besides, such as a gap in a series. */
  notes: z.array(z.string()),
  /** An invoice to another State without a GSTIN is in `b2cl` above this, for invoices of this month. */
  b2cl_above_paise: z.int(),
  /** Whether the offline tool takes `hsn` as two files for this month. */
  hsn_apart: z.boolean(),
})
export type Gstr1 = z.output<typeof gstr1>

const read = { staff: 'month:read' } as const
const taken = { staff: 'month:read', stepUp: true } as const
const none = { rows: 0, taxable_paise: 0, tax_paise: 0 }

export const readGstr1 = endpoint({
  name: 'readGstr1',
  method: 'GET',
  path: '/staff/gstr1/',
  tag: 'Staff: the month',
  summary: 'What the documents of a month are in GSTR-1, compared with the ledger; an accountant checks it before filing',
  access: read,
  query: z.strictObject({ month }),
  answers: { 200: gstr1 },
  errors: [409],
  example: {
    answer: {
      month: '2026-11',
      gstin: '27ABCDE1234F1Z0',
      sections: {
        b2b: { rows: 2, taxable_paise: 6_101_696, tax_paise: 1_098_304 },
        b2cl: none,
        b2cs: { rows: 1, taxable_paise: 3_050_848, tax_paise: 549_152 },
        cdnr: none,
        cdnur: none,
        hsn: { rows: 2, taxable_paise: 9_152_544, tax_paise: 1_647_456 },
        docs: { rows: 1, taxable_paise: 0, tax_paise: 0 },
      },
      ledger_taxable_paise: 9_152_544,
      ledger_tax_paise: 1_647_456,
      differences: [],
      notes: [],
      b2cl_above_paise: 10_000_000,
      hsn_apart: true,
    },
  },
})

export const exportGstr1 = endpoint({
  name: 'exportGstr1',
  method: 'GET',
  path: '/staff/gstr1/export/',
  tag: 'Staff: the month',
  summary: 'One section of GSTR-1 as the offline tool takes it',
  access: taken,
  query: z.strictObject({ month, section: z.enum(gstr1Files, 'Please name a section such as b2b.') }),
  answers: { 200: z.string().meta({ format: 'binary', description: 'CSV with the columns of the offline tool' }) },
  answerType: 'text/csv',
  errors: [409],
  example: {
    answer: 'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN\r\n',
  },
})

const monthRecord = z.object({
  month,
  /** Whether the month is over, so that it can be closed. */
  is_over: z.boolean(),
  closed_at: instant.nullable(),
  /** The name of who closed it. */
  closed_by: z.string().nullable(),
})
export type AccountingMonth = z.output<typeof monthRecord>

export const listMonths = endpoint({
  name: 'listMonths',
  method: 'GET',
  path: '/staff/months/',
  tag: 'Staff: the month',
  summary: 'The months since the first document, the newest first, and which are closed',
  access: read,
  answers: { 200: z.object({ items: z.array(monthRecord) }) },
  example: {
    answer: {
      items: [
        { month: '2026-12', is_over: false, closed_at: null, closed_by: null },
        { month: '2026-11', is_over: true, closed_at: '2026-12-01T06:30:00.000Z', closed_by: 'Farida Shaikh' },
      ],
    },
  },
})

export const closeMonth = endpoint({
  name: 'closeMonth',
  method: 'POST',
  path: '/staff/months/:month/close/',
  tag: 'Staff: the month',
  summary: 'Close a month that is over, once: its documents do not change any more',
  access: { staff: 'month:close', stepUp: true },
  params: z.object({ month }),
  answers: { 200: monthRecord },
  errors: [404, 409],
  example: {
    answer: { month: '2026-11', is_over: true, closed_at: '2026-12-01T06:30:00.000Z', closed_by: 'Farida Shaikh' },
  },
})

/** What an accountant books: invoices, money in, money back, and what the payment provider keeps. */
export const books = ['sales', 'receipts', 'refunds', 'fees'] as const
export type Book = (typeof books)[number]
const book = z.object({ rows: z.int(), paise: z.int() })

export const readBooks = endpoint({
  name: 'readBooks',
  method: 'GET',
  path: '/staff/books/',
  tag: 'Staff: the month',
  summary: 'Lines and sums of the books of a month',
  access: read,
  query: z.strictObject({ month }),
  answers: {
    200: z.object({
      month,
      books: z.object({ sales: book, receipts: book, refunds: book, fees: book }),
      /** Names of the ledgers of Tally that the vouchers may name. */
      ledgers: z.array(z.string()),
    }),
  },
  example: {
    answer: {
      month: '2026-11',
      books: {
        sales: { rows: 3, paise: 10_800_000 },
        receipts: { rows: 3, paise: 10_800_000 },
        refunds: { rows: 0, paise: 0 },
        fees: { rows: 2, paise: 254_880 },
      },
      ledgers: ['Students', 'Course fees', 'Output CGST', 'Output SGST', 'Output IGST', 'Razorpay', 'Bank'],
    },
  },
})

export const exportBook = endpoint({
  name: 'exportBook',
  method: 'GET',
  path: '/staff/books/export/',
  tag: 'Staff: the month',
  summary: 'One of the books of a month',
  access: taken,
  query: z.strictObject({ month, book: z.enum(books, 'Please name a book such as sales.') }),
  answers: { 200: z.string().meta({ format: 'binary', description: 'CSV' }) },
  answerType: 'text/csv',
  example: { answer: 'Date,Invoice,Student,Company,GSTIN,Place of supply,Rate,Taxable value,CGST,SGST,IGST,Amount\r\n' },
})

export const exportTally = endpoint({
  name: 'exportTally',
  method: 'GET',
  path: '/staff/books/tally/',
  tag: 'Staff: the month',
  summary: 'All books of a month as vouchers that Tally imports',
  access: taken,
  query: z.strictObject({ month }),
  answers: { 200: z.string().meta({ format: 'binary', description: 'XML of Tally' }) },
  answerType: 'application/xml',
  example: { answer: '<?xml version="1.0" encoding="UTF-8"?>' },
})
