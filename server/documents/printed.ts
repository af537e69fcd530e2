import { z } from 'zod'

const paise = z.int().nonnegative()

/** Tax of a document; null when the school has no GSTIN. Tax heads and taxable value add up to the amount, in paise. */
export const printedTax = z.object({
  sac: z.string(),
  /** Percent. */
  rate: z.number().min(0).max(100),
  taxable_paise: paise,
  cgst_paise: paise,
  sgst_paise: paise,
  igst_paise: paise,
})
export type PrintedTax = z.output<typeof printedTax>

const shared = {
  brand: z.string(),
  supplier: z.object({
    legal_name: z.string(),
    address: z.array(z.string()),
    gstin: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
  }),
  student: z.object({ name: z.string(), email: z.string() }),
  sold: z.object({
    course_title: z.string(),
    batch_type: z.string(),
    starts_at: z.iso.datetime({ offset: true }),
    time_text: z.string(),
  }),
  payment_id: z.string(),
  amount_paise: paise,
  tax: printedTax.nullable(),
}

/** Content of a receipt at issue, without number and date. Money in paise, instants in ISO 8601. */
export const printedReceipt = z.object({ ...shared, paid_at: z.iso.datetime({ offset: true }) })
export type PrintedReceipt = z.output<typeof printedReceipt>

export const printedVoucher = z.object({
  ...shared,
  refund_id: z.string(),
  /** Null for a payment that was refunded before it had a receipt. */
  receipt: z.object({ serial: z.string(), issued_at: z.iso.datetime({ offset: true }) }).nullable(),
})
export type PrintedVoucher = z.output<typeof printedVoucher>

const numbered = { serial: z.string().min(1).max(16), issued_at: z.iso.datetime({ offset: true }) }
export const printedDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), ...numbered, printed: printedReceipt }),
  z.object({ kind: z.literal('voucher'), ...numbered, printed: printedVoucher }),
])
export type PrintedDocument = z.output<typeof printedDocument>
