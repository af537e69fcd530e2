import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { findOrder, settlePayment } from '#server/money/settlement/settle-payment.ts'
import { startPayment } from '#server/money/checkout/start-payment.ts'
import { openDeps } from './open-deps.ts'

export interface Seller {
  db: pg.Pool
  /** Starts a payment and settles it as captured, with a provider that answers at once. */
  sell(userId: number, batchId: number): Promise<void>
  stop(): Promise<void>
}

/** Opens the checkout verbs on a pool, without HTTP and without a provider. `wrap` can record each statement. */
export async function openSeller(databaseUrl: string, wrap: (db: pg.Pool) => pg.Pool = (db) => db): Promise<Seller> {
  const { close, ...opened } = await openDeps(databaseUrl)
  const deps: Deps = {
    ...opened,
    db: wrap(opened.db),
    gateway: {
      ...opened.gateway,
      createOrder: async ({ amount, currency, receipt }) => ({ id: `order_${receipt}`, amount, currency, receipt }),
    },
  }
  return {
    db: opened.db,
    async sell(userId, batchId) {
      const student = {
        kind: 'student' as const,
        id: userId,
        sessionId: '',
        email: 'buyer@example.com',
        fullName: 'Asha Patil',
        phone: null,
        verified: true,
      }
      const { order_id: orderId } = await startPayment(deps, student, { params: { batch_id: batchId }, ip: '127.0.0.1' })
      const order = await findOrder(deps, orderId)
      if (!order) throw new Error(`no order ${orderId}`)
      const id = orderId.replace('order_', 'pay_')
      const reported = {
        id,
        orderId,
        amount: 4_500_000,
        currency: 'INR',
        status: 'captured',
        method: 'upi',
        amountRefunded: 0,
        errorDescription: null,
        email: null,
        contact: null,
        createdAt: null,
      } as const
      const disposition = await settlePayment(deps, order.id, reported)
      if (disposition !== 'enrolled') throw new Error(`the sale ended as ${disposition}`)
    },
    stop: close,
  }
}
