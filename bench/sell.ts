import type pg from 'pg'
import pino from 'pino'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { Kept } from '#server/pages/kept.ts'
import { razorpayGateway } from '#server/payments/razorpay.ts'
import { findOrder, settlePayment } from '#server/payments/settle-payment.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import { systemRandom } from '#server/random.ts'

export interface Seller {
  db: pg.Pool
  /** Starts a payment and settles it as captured: everything a sale writes, with a provider that answers at once. */
  sell(userId: number, batchId: number): Promise<void>
  stop(): Promise<void>
}

/** The verbs of checkout on a pool, without HTTP before or a provider behind them. `wrap` may look at each statement. */
export async function openSeller(databaseUrl: string, wrap: (db: pg.Pool) => pg.Pool = (db) => db): Promise<Seller> {
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Karyashala <hello@karyashala.example>',
    RAZORPAY_KEY_ID: 'rzp_sandbox_bench',
    RAZORPAY_KEY_SECRET: 'secret-of-the-benchmarks',
    RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-benchmarks',
    RAZORPAY_API_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'an auth secret of the benchmarks that is long enough to sign with',
  })
  const log = pino({ level: 'warn' }, pino.destination(2))
  const db = connect(databaseUrl, { max: 20, log })
  const jobs = await startJobs({ connectionString: databaseUrl, log, background: false })
  const deps: Deps = {
    config,
    db: wrap(db),
    gateway: {
      ...razorpayGateway(config.provider),
      createOrder: async ({ amount, currency, receipt }) => ({ id: `order_${receipt}`, amount, currency, receipt }),
    },
    mailer: { send: async () => {}, close: () => {} },
    jobs,
    kept: new Kept({ keeping: false }),
    clock: () => new Date(),
    random: systemRandom,
    log,
  }
  return {
    db,
    async sell(userId, batchId) {
      const student = {
        id: userId,
        sessionId: '',
        email: 'buyer@example.com',
        fullName: 'Asha Patil',
        phone: null,
        verified: true,
      }
      const { order_id: orderId } = await startPayment(deps, student, batchId)
      const order = await findOrder(deps, orderId)
      if (!order) throw new Error(`no order ${orderId}`)
      const id = orderId.replace('order_', 'pay_')
      const told = {
        id,
        orderId,
        amount: 4_500_000,
        currency: 'INR',
        status: 'captured',
        method: 'upi',
        errorDescription: null,
      } as const
      const disposition = await settlePayment(deps, order.id, told)
      if (disposition !== 'enrolled') throw new Error(`the sale ended as ${disposition}`)
    },
    async stop() {
      await jobs.stop()
      await db.end()
    },
  }
}
