import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Webhook {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Stores the provider's webhooks, so that a test decides which are delivered, when and how often. */
export async function holdWebhooks(): Promise<{ url: string; held: Webhook[] }> {
  const held: Webhook[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      held.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, held }
}
