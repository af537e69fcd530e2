import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ProviderProxy {
  url: string
  /**
   * Drops the provider's response to the next matching call. Resolves once the provider has responded.
   */
  dropResponseTo(method: string, path: RegExp): Promise<void>
}

/** Opens a proxy to the payment provider that can drop the response of a chosen call. */
export async function openProviderProxy(target: () => string): Promise<ProviderProxy> {
  const traps: { method: string; path: RegExp; triggered: () => void }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request
      const headers = new Headers(Object.entries(request.headers).filter(passes) as [string, string][])
      void fetch(`${target()}${url}`, { method, headers, ...(method === 'GET' ? {} : { body: Buffer.concat(parts) }) })
        .then(async (answer) => {
          const body = Buffer.from(await answer.arrayBuffer())
          const trap = traps.findIndex((one) => one.method === method && one.path.test(url))
          if (trap >= 0) return traps.splice(trap, 1)[0]?.triggered()
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body)
        })
        .catch(() => response.destroy())
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropResponseTo: (method, path) => new Promise((resolve) => traps.push({ method, path, triggered: resolve })),
  }
}

const passes = ([name]: [string, unknown]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
