import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { order, payment } from './entities.ts'
import { startSandbox } from './start-sandbox.ts'

export const keys = { keyId: 'rzp_sandbox_test', keySecret: 'key secret', webhookSecret: 'webhook secret' }

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  event: string
}

/** A webhook endpoint. `answers` are its next statuses (200 when empty); `null` never answers. */
async function startReceiver() {
  const received: Received[] = []
  const answers: (number | null)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { event } = z.object({ event: z.string() }).parse(JSON.parse(body))
      received.push({ headers: request.headers, body, event })
      const status = answers.length > 0 ? answers.shift() : 200
      if (typeof status === 'number') response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}/api/payment/webhook/`, received, answers }
}

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Starts a sandbox with a receiver. `restart` preserves its data. */
export async function startTestSandbox(options: { webhookTimeoutMs?: number } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const receiver = await startReceiver()
  const start = () => startSandbox({ port: 0, dataDir, webhookUrl: receiver.url, ...keys, ...options })
  let running = await start()
  onTestFinished(async () => {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(running.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    const parsed: unknown = json ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: parsed }
  }
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
  const rest = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(method, `/v1${path}`, body, { authorization, ...headers })
  const control = (method: string, path: string, body?: unknown) => call(method, `/control${path}`, body)
  const triple = z.strictObject({
    razorpay_payment_id: z.string(),
    razorpay_order_id: z.string(),
    razorpay_signature: z.string(),
  })
  return {
    get url() {
      return running.url
    },
    receiver,
    call,
    rest,
    control,
    async makeOrder(body: Record<string, unknown> = {}) {
      const answer = await rest('POST', '/orders', {
        amount: 4_499_900,
        currency: 'INR',
        payment: { capture: 'automatic' },
        ...body,
      })
      return order.parse(answer.body)
    },
    async pay(orderId: string, body: Record<string, unknown> = {}) {
      return triple.parse((await control('POST', `/orders/${orderId}/pay`, body)).body)
    },
    async payment(id: string) {
      return payment.parse((await rest('GET', `/payments/${id}`)).body)
    },
    async order(id: string) {
      return order.parse((await rest('GET', `/orders/${id}`)).body)
    },
    deliver: () => control('POST', '/webhooks/deliver'),
    advance: (seconds: number) => control('POST', '/clock', { advance_seconds: seconds }),
    faults: (all: unknown) => control('PUT', '/faults', all),
    async restart() {
      await running.close()
      running = await start()
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>
