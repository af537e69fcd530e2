import { z } from 'zod'
import { certificateRules } from '#contract/certificate-rules.ts'
import { priceLine } from '#contract/money/price.ts'
import { refundNoteKind } from '#contract/money/payments.ts'

const paise = z.int().nonnegative()

/** Tax of a document; null when the school has no GSTIN. Tax heads and taxable value add up to the amount, in paise. */
const printedTax = z.object({
  sac: z.string(),
  /** Percent. */
  rate: z.number().min(0).max(100),
  taxable_paise: paise,
  cgst_paise: paise,
  sgst_paise: paise,
  igst_paise: paise,
})
export type PrintedTax = z.output<typeof printedTax>

/** A State with the code that a GSTIN begins with. */
const printedState = z.object({ code: z.string(), name: z.string() })
export type PrintedState = z.output<typeof printedState>

/** How money came to the school, or went back, without the payment provider. */
const offlineMethod = z.enum(['upi', 'bank_transfer', 'cash', 'cheque'])
export type OfflineMethod = z.output<typeof offlineMethod>

/** Optional fields are missing in documents of earlier versions, which are drawn as they were. */
const shared = {
  brand: z.string(),
  supplier: z.object({
    legal_name: z.string(),
    address: z.array(z.string()),
    gstin: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    state: printedState.nullable().optional(),
  }),
  student: z.object({ name: z.string(), email: z.string() }),
  /** Who the student bought for, as far as it was given. */
  buyer: z
    .object({
      company_name: z.string().nullable(),
      gstin: z.string().nullable(),
      address: z.string().nullable(),
      state: printedState.nullable(),
    })
    .optional(),
  /** The buyer's State, else the school's own. */
  place_of_supply: printedState.nullable().optional(),
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
export const printedReceipt = z.object({
  ...shared,
  paid_at: z.iso.datetime({ offset: true }),
  price: z
    .object({
      list_paise: paise,
      discount_paise: paise,
      discount_text: z.string().nullable(),
      /** Each discount, where a coupon is among them. Negative paise. */
      discounts: z.array(priceLine).optional(),
    })
    .optional(),
  /** Of a payment for a part of the price. */
  part: z
    .object({
      first: z.int(),
      last: z.int(),
      of: z.int(),
      total_paise: paise,
      /** The way to the total, as it stood at the purchase. */
      lines: z.array(priceLine),
    })
    .nullable()
    .optional(),
  /** Null for a payment through the provider. */
  offline: z.object({ method: offlineMethod, reference: z.string(), received_on: z.iso.date() }).nullable().optional(),
})
export type PrintedReceipt = z.output<typeof printedReceipt>

/** Content of a refund note: the same for its three kinds, only a credit note has tax. */
export const printedNote = z.object({
  ...shared,
  refund_id: z.string(),
  reason: z.string(),
  /** Null for a refund that the provider sent. */
  paid_back: z.object({ method: offlineMethod, reference: z.string(), paid_on: z.iso.date() }).nullable().optional(),
  /** Null for a payment that was refunded before it had a receipt. */
  receipt: z.object({ serial: z.string(), issued_at: z.iso.datetime({ offset: true }) }).nullable(),
})
export type PrintedNote = z.output<typeof printedNote>

export const printedVoucher = z.object({
  ...shared,
  refund_id: z.string(),
  /** Null for a payment that was refunded before it had a receipt. */
  receipt: z.object({ serial: z.string(), issued_at: z.iso.datetime({ offset: true }) }).nullable(),
})

/** Content of a certificate. */
const printedCertificate = z.object({
  kind: z.literal('certificate'),
  number: z.string().min(1),
  holder: z.string().min(1),
  course_title: z.string().min(1),
  school: z.string(),
  rule: z.enum(certificateRules),
  wanted_percent: z.int().nullable(),
  classes: z.int(),
  minutes: z.int(),
  exercises: z.int(),
  accepted: z.int(),
  /** Titles of the accepted exercises. */
  built: z.array(z.string()),
  /** Null when nobody signs. */
  signatory_name: z.string().nullable(),
  signatory_title: z.string(),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  issued_at: z.iso.datetime({ offset: true }),
  /** A revoked one is drawn for staff, and says so. */
  revoked: z.boolean(),
  verify_url: z.url(),
})
export type PrintedCertificate = z.output<typeof printedCertificate>

const numbered = { serial: z.string().min(1).max(16), issued_at: z.iso.datetime({ offset: true }) }
export const printedDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), ...numbered, printed: printedReceipt }),
  z.object({ kind: z.literal('note'), note: refundNoteKind, ...numbered, printed: printedNote }),
  printedCertificate,
  z.object({ kind: z.literal('voucher'), ...numbered, printed: printedVoucher }),
])
export type PrintedDocument = z.output<typeof printedDocument>
/** The documents of money, which have a number of their series. */
export type NumberedDocument = Exclude<PrintedDocument, PrintedCertificate>
