import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Webhook {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Takes the provider's webhooks and keeps them, so that a test decides which arrive, when and how often. */
export async function holdWebhooks(): Promise<{ url: string; kept: Webhook[] }> {
  const kept: Webhook[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      kept.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, kept }
}
