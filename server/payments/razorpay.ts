import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderKey } from '../config.ts'
import type { Gateway, GatewayPayment, GatewayRefund } from './gateway.ts'
import { razorpayClient } from './razorpay-client.ts'

/** The name under which a refund keeps its idempotency key at the provider, who answers it nowhere else. */
const keyNote = 'idempotency_key'

/** Up to a hundred crore rupees: what goes beyond that is no payment of a student. */
const paise = z.int().nonnegative().max(100_000_000_000)
// The provider adds fields freely and sends `[]` for empty notes; only what is used is looked at.
const order = z.object({ id: z.string(), amount: z.int(), currency: z.string(), receipt: z.string().nullable() })
const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: paise,
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
})
const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: paise,
  status: z.enum(['pending', 'processed', 'failed']),
  notes: z.unknown().optional(),
})
// Among others, one in a state that is not known here must not keep the rest from being read.
const listedPayment = payment.extend({ status: payment.shape.status.or(z.string().transform(() => 'unknown' as const)) })
const listedRefund = refund.extend({ status: refund.shape.status.or(z.string().transform(() => 'pending' as const)) })
const ownNotes = z.object({ [keyNote]: z.string() })
const event = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z.object({
    payment: z.object({ entity: payment }),
    refund: z.object({ entity: refund }).optional(),
  }),
})
const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/** Minutes in which the provider captures by itself (30), or sends back what nobody captured (three days). */
const automaticCapture = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 30, manual_expiry_period: 4320, refund_speed: 'normal' },
}

/** Razorpay as the product needs it; its own words and shapes end in this file. */
export function razorpayGateway(options: {
  apiUrl: string
  keys: readonly ProviderKey[]
  webhookSecrets: readonly string[]
}): Gateway {
  const client = razorpayClient(options)
  const list = async <T extends z.ZodType>(keyId: string, item: T, from: string) =>
    (await client.read(keyId, collection(item), from)).items
  const path = (...parts: string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('')
  return {
    name: 'razorpay',
    async createOrder({ keyId, amount, currency, receipt, notes }) {
      const made = await client.write(keyId, order, '/orders', { amount, currency, receipt, notes, payment: automaticCapture })
      return { ...made, receipt }
    },
    async findOrderByReceipt(keyId, receipt, patience) {
      const retries = patience === 'short' ? 0 : undefined
      const found = await client.read(keyId, collection(order), `/orders?receipt=${encodeURIComponent(receipt)}`, retries)
      const made = found.items.find((item) => item.receipt === receipt)
      return made && { ...made, receipt }
    },
    fetchPayment: async (keyId, id) => toPayment(await client.read(keyId, payment, path('payments', id))),
    listPaymentsOfOrder: async (keyId, id) => (await list(keyId, listedPayment, path('orders', id, 'payments'))).map(toPayment),
    listPayments: async (keyId, page) => (await list(keyId, listedPayment, `/payments?${queryOf(page)}`)).map(toPayment),
    listRefunds: async (keyId, page) => (await list(keyId, listedRefund, `/refunds?${queryOf(page)}`)).map(toRefund),
    capturePayment: async (keyId, { id, amount, currency }) =>
      toPayment(await client.write(keyId, payment, path('payments', id, 'capture'), { amount, currency })),
    refundPayment: async (keyId, { paymentId, amount, idempotencyKey }) =>
      toRefund(
        await client.write(
          keyId,
          refund,
          path('payments', paymentId, 'refund'),
          { amount, speed: 'normal', notes: { [keyNote]: idempotencyKey } },
          { 'x-refund-idempotency': idempotencyKey },
        ),
      ),
    verifiesCheckout: (keyId, { orderId, paymentId, signature }) =>
      isSignedWith(client.secretOf(keyId), `${orderId}|${paymentId}`, signature),
    verifiesWebhook: (body, signature) => options.webhookSecrets.some((secret) => isSignedWith(secret, body, signature)),
    readEvent(body) {
      const parsed = event.safeParse(parseJson(body))
      if (!parsed.success) return undefined
      const { event: type, payload } = parsed.data
      return {
        type,
        payment: toPayment(payload.payment.entity),
        refund: payload.refund && toRefund(payload.refund.entity),
      }
    },
  }
}

function queryOf({ from, to, skip, count }: { from: Date; to: Date; skip: number; count: number }): URLSearchParams {
  return new URLSearchParams({
    from: String(Math.floor(from.getTime() / 1000)),
    to: String(Math.ceil(to.getTime() / 1000)),
    skip: String(skip),
    count: String(count),
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function isSignedWith(secret: string, signed: string | Buffer, signature: string): boolean {
  const right = createHmac('sha256', secret).update(signed).digest()
  return /^[\da-f]{64}$/i.test(signature) && timingSafeEqual(right, Buffer.from(signature, 'hex'))
}

function toPayment(raw: z.output<typeof listedPayment>): GatewayPayment {
  return {
    id: raw.id,
    orderId: raw.order_id ?? null,
    amount: raw.amount,
    currency: raw.currency,
    status: raw.status,
    method: raw.method ?? null,
    // Text that PostgreSQL can hold.
    errorDescription: raw.error_description?.replaceAll('\0', '').toWellFormed() ?? null,
  }
}

function toRefund(raw: z.output<typeof refund>): GatewayRefund {
  const idempotencyKey = ownNotes.safeParse(raw.notes).data?.[keyNote] ?? null
  return { id: raw.id, paymentId: raw.payment_id, amount: raw.amount, status: raw.status, idempotencyKey }
}
