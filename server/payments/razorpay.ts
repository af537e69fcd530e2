import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderKey } from '../config.ts'
import { type Gateway, GatewayError, type GatewayPayment } from './gateway.ts'

/** Milliseconds for a whole call, answer included. */
const timeout = 8000
/** Reads are repeated this often, after a jittered pause that doubles from here (milliseconds). */
const readRetries = 2
const firstPause = 200

// The provider adds fields freely and sends `[]` for empty notes; only what is used is looked at.
const order = z.object({ id: z.string(), amount: z.int(), currency: z.string(), receipt: z.string().nullable() })
const payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
})
const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
const refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

/** Razorpay's REST API, https://razorpay.com/docs/api; Basic auth with the key the call is made for. */
export function razorpayGateway(options: { apiUrl: string; keys: readonly ProviderKey[] }): Gateway {
  const secretOf = (keyId: string): string => {
    const key = options.keys.find((known) => known.id === keyId)
    if (!key) throw new GatewayError(`no secret is configured for key ${keyId}`, { retryable: false, uncertain: false })
    return key.secret
  }

  async function call<T extends z.ZodType>(
    keyId: string,
    answer: T,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<z.output<T>> {
    const authorization = `Basic ${Buffer.from(`${keyId}:${secretOf(keyId)}`).toString('base64')}`
    const response = await fetch(`${options.apiUrl}/v1${path}`, {
      method,
      headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      throw new GatewayError('the payment provider did not answer', { retryable: true, uncertain: true, cause })
    })
    const parsed = await response.json().catch((cause: unknown) => {
      throw new GatewayError(`the payment provider answered ${response.status} without JSON`, {
        status: response.status,
        retryable: true,
        uncertain: true,
        cause,
      })
    })
    if (!response.ok) throw refused(response.status, parsed)
    const known = answer.safeParse(parsed)
    if (!known.success) {
      throw new GatewayError(`the payment provider's answer to ${method} ${path} is not understood`, {
        status: response.status,
        retryable: false,
        uncertain: true,
        cause: known.error,
      })
    }
    return known.data
  }

  async function read<T extends z.ZodType>(keyId: string, answer: T, path: string): Promise<z.output<T>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call(keyId, answer, 'GET', path)
      } catch (error) {
        if (!(error instanceof GatewayError) || !error.retryable || attempt === readRetries) throw error
        const pause = firstPause * 2 ** attempt
        await new Promise((resolve) => setTimeout(resolve, pause / 2 + Math.random() * pause))
      }
    }
  }

  return {
    name: 'razorpay',
    async createOrder({ keyId, amount, currency, receipt, notes }) {
      const made = await call(keyId, order, 'POST', '/orders', {
        amount,
        currency,
        receipt,
        notes,
        payment: {
          capture: 'automatic',
          capture_options: { automatic_expiry_period: 30, manual_expiry_period: 7200, refund_speed: 'normal' },
        },
      })
      return { ...made, receipt }
    },
    async findOrderByReceipt(keyId, receipt) {
      const found = await read(keyId, collection(order), `/orders?receipt=${encodeURIComponent(receipt)}`)
      const made = found.items.find((item) => item.receipt === receipt)
      return made && { ...made, receipt }
    },
    fetchPayment: async (keyId, paymentId) => toPayment(await read(keyId, payment, `/payments/${encodeURIComponent(paymentId)}`)),
    listPaymentsOfOrder: async (keyId, orderId) =>
      (await read(keyId, collection(payment), `/orders/${encodeURIComponent(orderId)}/payments`)).items.map(toPayment),
    verifiesCheckout(keyId, { orderId, paymentId, signature }) {
      const right = createHmac('sha256', secretOf(keyId)).update(`${orderId}|${paymentId}`).digest()
      const given = Buffer.from(signature, 'hex')
      return /^[\da-f]{64}$/i.test(signature) && timingSafeEqual(right, given)
    },
  }
}

function toPayment(raw: z.output<typeof payment>): GatewayPayment {
  return {
    id: raw.id,
    orderId: raw.order_id ?? null,
    amount: raw.amount,
    currency: raw.currency,
    status: raw.status,
    method: raw.method ?? null,
    errorDescription: raw.error_description ?? null,
  }
}

function refused(status: number, body: unknown): GatewayError {
  const known = refusal.safeParse(body)
  const said = known.success ? `${known.data.error.code}: ${known.data.error.description}` : 'an unreadable error'
  return new GatewayError(`the payment provider answered ${status}, ${said}`, {
    status,
    retryable: status === 429 || status >= 500,
    uncertain: status >= 500,
  })
}
