import { z } from 'zod'

/** Amounts are integer paise, times Unix seconds of the sandbox clock. Source: Razorpay's public API reference. */
const notes = z.union([z.record(z.string(), z.union([z.string(), z.number()])), z.array(z.never())])
export type Notes = z.infer<typeof notes>

const capture = z.object({
  automatic: z.boolean(),
  /** Minutes within which an authorised payment of an automatic order is captured. */
  automaticExpiryMinutes: z.number(),
  /** Minutes after which an authorised, uncaptured payment is refunded. */
  manualExpiryMinutes: z.number(),
})

export const order = z.object({
  id: z.string(),
  entity: z.literal('order'),
  amount: z.number(),
  amount_paid: z.number(),
  amount_due: z.number(),
  currency: z.string(),
  receipt: z.string().nullable(),
  offer_id: z.null(),
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: z.number(),
  notes,
  created_at: z.number(),
})
export type Order = z.infer<typeof order>

/** A stored order: its API entity and its capture settings. */
export const storedOrder = z.object({ wire: order, capture })
export type StoredOrder = z.infer<typeof storedOrder>

const card = z.object({
  id: z.string(),
  entity: z.literal('card'),
  name: z.string(),
  last4: z.string(),
  network: z.string(),
  type: z.string(),
  issuer: z.null(),
  international: z.boolean(),
  emi: z.boolean(),
})
export type Card = z.infer<typeof card>

export const payment = z.object({
  id: z.string(),
  entity: z.literal('payment'),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string(),
  invoice_id: z.null(),
  international: z.boolean(),
  method: z.enum(['card', 'upi']),
  amount_refunded: z.number(),
  refund_status: z.enum(['partial', 'full']).nullable(),
  captured: z.boolean(),
  description: z.string().nullable(),
  card_id: z.string().nullable(),
  card: card.optional(),
  bank: z.null(),
  wallet: z.null(),
  vpa: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  notes,
  fee: z.number().nullable(),
  tax: z.number().nullable(),
  error_code: z.string().nullable(),
  error_description: z.string().nullable(),
  error_source: z.string().nullable(),
  error_step: z.string().nullable(),
  error_reason: z.string().nullable(),
  acquirer_data: z.record(z.string(), z.string().nullable()),
  created_at: z.number(),
})
export type Payment = z.infer<typeof payment>

export const refund = z.object({
  id: z.string(),
  entity: z.literal('refund'),
  amount: z.number(),
  currency: z.string(),
  payment_id: z.string(),
  notes,
  receipt: z.string().nullable(),
  acquirer_data: z.object({ arn: z.string().nullable() }),
  created_at: z.number(),
  batch_id: z.null(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.enum(['normal', 'instant']).nullable(),
  speed_requested: z.enum(['normal', 'optimum']),
})
export type Refund = z.infer<typeof refund>
