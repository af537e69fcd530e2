import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderKey } from '#server/config.ts'
import type { Gateway } from './gateway.ts'
import { razorpayClient } from './razorpay-client.ts'
import {
  keyNote,
  listedPayment,
  listedRefund,
  listedSettlement,
  order,
  payment,
  refund,
  settledEntity,
  toPayment,
  toRefund,
  toSettled,
  toSettlement,
} from './razorpay-entities.ts'
import { readEvent } from './read-event.ts'

const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/** Minutes within which the provider captures automatically (30) or refunds an uncaptured payment (three days). */
export const automaticCapture = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 30, manual_expiry_period: 4320, refund_speed: 'normal' },
}

/** Returns the Razorpay gateway. Razorpay's terms and shapes are confined to this file and the `razorpay-` files beside it. */
export function razorpayGateway(options: {
  apiUrl: string
  keys: readonly ProviderKey[]
  webhookSecrets: readonly string[]
}): Gateway {
  const client = razorpayClient(options)
  const list = async <T extends z.ZodType>(keyId: string, item: T, from: string, until?: AbortSignal) =>
    (await client.read(keyId, collection(item), from, until)).items
  const path = (...parts: string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('')
  return {
    name: 'razorpay',
    async createOrder({ keyId, amount, currency, receipt, notes, until }) {
      const body = { amount, currency, receipt, notes, payment: automaticCapture }
      return { ...(await client.write(keyId, order, '/orders', body, { until })), receipt }
    },
    async findOrderByReceipt(keyId, receipt, until) {
      const items = await list(keyId, order, `/orders?receipt=${encodeURIComponent(receipt)}`, until)
      return items.find((item) => item.receipt === receipt)
    },
    fetchOrder: (keyId, id) => client.read(keyId, order, path('orders', id)),
    fetchPayment: async (keyId, id, until) => toPayment(await client.read(keyId, payment, path('payments', id), until)),
    fetchRefund: async (keyId, id) => toRefund(await client.read(keyId, listedRefund, path('refunds', id))),
    listPaymentsOfOrder: async (keyId, id, until) =>
      (await list(keyId, listedPayment, path('orders', id, 'payments'), until)).map(toPayment),
    listPayments: async (keyId, page) => (await list(keyId, listedPayment, `/payments?${queryOf(page)}`)).map(toPayment),
    listRefunds: async (keyId, page) => (await list(keyId, listedRefund, `/refunds?${queryOf(page)}`)).map(toRefund),
    listSettlements: async (keyId, page) =>
      (await list(keyId, listedSettlement, `/settlements?${queryOf(page)}`)).map(toSettlement),
    listSettled: async (keyId, { day, skip, count }) => {
      const [year = '', month = '', dayOfMonth = ''] = day.split('-').map((part) => String(Number(part)))
      const query = new URLSearchParams({ year, month, day: dayOfMonth, skip: String(skip), count: String(count) })
      return (await list(keyId, settledEntity, `/settlements/recon/combined?${query}`)).map(toSettled)
    },
    capturePayment: async (keyId, { id, amount, currency }) =>
      toPayment(await client.write(keyId, payment, path('payments', id, 'capture'), { amount, currency })),
    refundPayment: async (keyId, { paymentId, amount, idempotencyKey }) =>
      toRefund(
        await client.write(
          keyId,
          refund,
          path('payments', paymentId, 'refund'),
          { amount, speed: 'normal', notes: { [keyNote]: idempotencyKey } },
          { headers: { 'x-refund-idempotency': idempotencyKey } },
        ),
      ),
    verifiesCheckout: (keyId, { orderId, paymentId, signature }) =>
      isSignedWith(client.secretOf(keyId), `${orderId}|${paymentId}`, signature),
    verifiesWebhook: (body, signature) => options.webhookSecrets.some((secret) => isSignedWith(secret, body, signature)),
    readEvent,
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

function isSignedWith(secret: string, signed: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest()
  return /^[\da-f]{64}$/i.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
