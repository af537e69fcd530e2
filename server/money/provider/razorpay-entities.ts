import { z } from 'zod'
import type { GatewayDispute, GatewayPayment, GatewayRefund, GatewaySettled, GatewaySettlement } from './gateway.ts'

/** The note that stores a refund's idempotency key; the provider returns the key nowhere else. */
export const keyNote = 'idempotency_key'

/** At most a hundred crore rupees; a larger amount can't be a student's payment. */
const paise = z.int().nonnegative().max(100_000_000_000)
const seconds = z.int().nonnegative().max(100_000_000_000)

// The provider adds fields freely and sends `[]` for empty notes, so only the used fields are parsed.
export const order = z.object({ id: z.string(), amount: z.int(), currency: z.string(), receipt: z.string().nullable() })
export const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: paise,
  amount_refunded: paise.nullish(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
  email: z.string().nullish(),
  contact: z.string().nullish(),
  created_at: seconds.nullish(),
})
export const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: paise,
  status: z.enum(['pending', 'processed', 'failed']),
  notes: z.unknown().optional(),
})
const dispute = z.object({
  id: z.string().max(64),
  payment_id: z.string(),
  amount: paise,
  amount_deducted: paise.nullish(),
  phase: z.string().nullish(),
  reason_code: z.string().nullish(),
  respond_by: seconds.nullish(),
})
// An unknown status of one listed item must not make the whole list invalid.
export const listedPayment = payment.extend({
  status: payment.shape.status.or(z.string().transform(() => 'unknown' as const)),
})
export const listedRefund = refund.extend({
  status: refund.shape.status.or(z.string().transform(() => 'pending' as const)),
})
const settlement = z.object({
  id: z.string().max(64),
  amount: z.int(),
  status: z.enum(['created', 'processed', 'failed']),
  fees: paise.nullish(),
  tax: paise.nullish(),
  utr: z.string().nullish(),
  created_at: seconds,
})
// A settlement of an unknown status is looked at again.
export const listedSettlement = settlement.extend({
  status: settlement.shape.status.or(z.string().transform(() => 'created' as const)),
})
export const settledEntity = z.object({
  entity_id: z.string().max(64),
  type: z.string(),
  debit: paise,
  credit: paise,
  amount: paise,
  fee: paise.nullish(),
  tax: paise.nullish(),
  on_hold: z.boolean().nullish(),
  settlement_id: z.string().nullish(),
  payment_id: z.string().nullish(),
  created_at: seconds.nullish(),
})
const ownNotes = z.object({ [keyNote]: z.string() })

const entity = <T extends z.ZodType>(item: T) => z.object({ entity: item })
export const event = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  created_at: seconds.nullish(),
  payload: z.unknown().optional(),
})
export const aboutPayment = z.object({ payment: entity(payment) })
export const aboutRefund = z.object({ payment: entity(payment), refund: entity(refund) })
export const aboutDispute = z.object({ dispute: entity(dispute), payment: entity(payment).optional() })

/** Removes characters that PostgreSQL can't store, and cuts at 300. */
const plain = (text: string | null | undefined) => text?.replaceAll('\0', '').toWellFormed().slice(0, 300) ?? null
export const instantOf = (unixSeconds: number | null | undefined) => (unixSeconds ? new Date(unixSeconds * 1000) : null)

export function toPayment(raw: z.output<typeof listedPayment>): GatewayPayment {
  return {
    id: raw.id,
    orderId: raw.order_id ?? null,
    amount: raw.amount,
    amountRefunded: raw.status === 'refunded' ? raw.amount : (raw.amount_refunded ?? 0),
    currency: raw.currency,
    status: raw.status,
    method: raw.method ?? null,
    errorDescription: plain(raw.error_description),
    email: plain(raw.email),
    contact: plain(raw.contact),
    createdAt: instantOf(raw.created_at),
  }
}

export function toRefund(raw: z.output<typeof refund>): GatewayRefund {
  const idempotencyKey = ownNotes.safeParse(raw.notes).data?.[keyNote] ?? null
  return { id: raw.id, paymentId: raw.payment_id, amount: raw.amount, status: raw.status, idempotencyKey }
}

export function toDispute(raw: z.output<typeof dispute>, status: GatewayDispute['status']): GatewayDispute {
  return {
    id: raw.id,
    paymentId: raw.payment_id,
    amount: raw.amount,
    amountDeducted: raw.amount_deducted ?? 0,
    status,
    phase: plain(raw.phase),
    reasonCode: plain(raw.reason_code),
    respondBy: instantOf(raw.respond_by),
  }
}

export function toSettlement(raw: z.output<typeof listedSettlement>): GatewaySettlement {
  const { id, amount, status, fees, tax, utr, created_at: created } = raw
  return { id, amount, status, fees: fees ?? 0, tax: tax ?? 0, utr: plain(utr), createdAt: new Date(created * 1000) }
}

export function toSettled(raw: z.output<typeof settledEntity>): GatewaySettled {
  return {
    id: raw.entity_id,
    type: raw.type.slice(0, 40),
    paymentId: raw.type === 'payment' ? raw.entity_id : (raw.payment_id ?? null),
    debit: raw.debit,
    credit: raw.credit,
    amount: raw.amount,
    fee: raw.fee ?? 0,
    tax: raw.tax ?? 0,
    isOnHold: raw.on_hold === true,
    settlementId: raw.settlement_id ?? null,
    createdAt: instantOf(raw.created_at),
  }
}
