import { system } from '#server/platform/auth/principal.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StartedPayment } from '#contract/money/payments.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { createTestApp, type TestApp, testKey } from './create-test-app.ts'
import { sendRefundJob } from '#server/money/refunds/jobs.ts'

export interface Triple {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface PayingShop extends TestApp {
  start(batchId: number, token: string): Promise<StartedPayment>
  /** Pays at the provider as a person would in its checkout, and returns what the browser gets. */
  pay(orderId: string, outcome?: 'captured' | 'authorized' | 'failed', more?: { webhook?: boolean }): Promise<Triple>
  /** Lets the provider send every due webhook, and processes them. */
  deliverWebhooks(): Promise<void>
  /** Sends all queued refunds. */
  sendRefunds(): Promise<void>
  /** Makes any API or control call of the provider. */
  provider(method: string, path: string, body?: object): Promise<unknown>
  faults(faults: object): Promise<void>
  /** Returns every order at the provider. */
  providerOrders(): Promise<{ id: string; amount: number; receipt: string; status: string }[]>
  /** Counts of active paid enrolments, receipts and refunds, and the disposition of each payment. */
  ledger(): Promise<{ enrolments: number; receipts: number; refunds: number; dispositions: string[] }>
}

/** Creates the application with a payment provider that speaks the real protocol over HTTP. */
export async function createPayingShop(
  given: { provider?: object; webhookUrl?: string; factor?: number; twoRoles?: boolean; isClosed?: boolean } = {},
): Promise<PayingShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-sandbox-'))
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    keyId: testKey.id,
    keySecret: testKey.secret,
    webhookSecret: 'webhook-secret-of-the-tests',
    webhookUrl: given.webhookUrl ?? (await relay(() => shop)),
  })
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const shop: TestApp = await createTestApp({
    provider: { apiUrl: sandbox.url, ...given.provider },
    ...(given.factor === undefined ? {} : { factor: given.factor }),
    ...(given.isClosed === undefined ? {} : { isClosed: given.isClosed }),
    ...(given.twoRoles === undefined ? {} : { twoRoles: given.twoRoles }),
  })
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
    pay: async (orderId, outcome = 'captured', { webhook = false } = {}) =>
      (await call('POST', `/control/orders/${orderId}/pay`, { outcome, webhook })) as Triple,
    async deliverWebhooks() {
      await call('POST', '/control/webhooks/deliver')
      await processWebhooks(shop.deps, system)
    },
    sendRefunds: async () => void (await shop.deps.jobs.drain(sendRefundJob, (job) => sendRefund(shop.deps, system, job))),
    provider: call,
    faults: async (faults) => void (await call('PUT', '/control/faults', faults)),
    providerOrders: async () =>
      ((await call('GET', '/v1/orders?count=100')) as { items: Awaited<ReturnType<PayingShop['providerOrders']>> }).items,
    async ledger() {
      const { rows } = await shop.db.query<{ enrolments: number; receipts: number; refunds: number; dispositions: string[] }>(
        `select (select count(*)::int from enrolments where payment_id is not null and ended_at is null) as enrolments,
           (select count(*)::int from receipts) as receipts, (select count(*)::int from refunds) as refunds,
           array(select disposition from payments order by id) as dispositions`,
      )
      const [ledger] = rows
      if (!ledger) throw new Error('no ledger')
      return ledger
    },
  }
}

/** Forwards webhooks byte for byte, because the provider needs an address before the application exists. */
async function relay(target: () => TestApp): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void target()
        .app.inject({ method: 'POST', url: '/api/payment/webhook/', headers: request.headers, payload: Buffer.concat(parts) })
        .then(
          (answer) => response.writeHead(answer.statusCode).end(answer.body),
          // A late delivery may reach a stopped application.
          () => response.writeHead(503).end(),
        )
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payment/webhook/`
}
