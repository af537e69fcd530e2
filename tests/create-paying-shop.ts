import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StartedPayment } from '#contract/payments.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { createTestApp, type TestApp, testKey } from './create-test-app.ts'

export interface Triple {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface PayingShop extends TestApp {
  start(batchId: number, token: string): Promise<StartedPayment>
  /** Pays at the provider as a person would in its sheet, and answers what the browser gets. */
  pay(orderId: string, outcome?: 'captured' | 'authorized' | 'failed'): Promise<Triple>
  faults(faults: object): Promise<void>
  /** Every order the provider knows. */
  providerOrders(): Promise<{ id: string; amount: number; receipt: string; status: string }[]>
  /** The books in one line: a count of each thing that may be there once per payment. */
  books(): Promise<{ enrolments: number; receipts: number; refunds: number; dispositions: string[] }>
}

/** The application with a payment provider that speaks the real protocol over HTTP. */
export async function createPayingShop(given: { provider?: object } = {}): Promise<PayingShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-sandbox-'))
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    keyId: testKey.id,
    keySecret: testKey.secret,
    webhookSecret: 'webhook-secret-of-the-tests',
    webhookUrl: 'http://127.0.0.1:1/nobody-listens',
  })
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const shop = await createTestApp({ provider: { apiUrl: sandbox.url, ...given.provider } })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${testKey.id}:${testKey.secret}`).toString('base64')}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    ...shop,
    async start(batchId, token) {
      const answer = await shop.post(`/payment/start-payment/${batchId}/`, undefined, token)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<StartedPayment>()
    },
    pay: async (orderId, outcome = 'captured') =>
      (await call('POST', `/control/orders/${orderId}/pay`, { outcome, webhook: false })) as Triple,
    faults: async (faults) => void (await call('PUT', '/control/faults', faults)),
    providerOrders: async () =>
      ((await call('GET', '/v1/orders?count=100')) as { items: Awaited<ReturnType<PayingShop['providerOrders']>> }).items,
    async books() {
      const { rows } = await shop.db.query<{ enrolments: number; receipts: number; refunds: number; dispositions: string[] }>(
        `select (select count(*)::int from enrolments where payment_id is not null and ended_at is null) as enrolments,
           (select count(*)::int from receipts) as receipts, (select count(*)::int from refunds) as refunds,
           array(select disposition from payments order by id) as dispositions`,
      )
      const [books] = rows
      if (!books) throw new Error('no books')
      return books
    },
  }
}
