import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Milliseconds between two checks of `/ready`. */
const checkIntervalMs = 100

export interface Balancer {
  url: string
  healthy(): number
}

/** A minimal load balancer: checks `/ready` periodically and sends each request once. */
export async function openBalancer(targets: string[]): Promise<Balancer> {
  const healthy = new Set<string>()
  const agent = new Agent({ keepAlive: true })
  const checkReadiness = async (target: string) => {
    const isReady = await fetch(`${target}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) healthy.add(target)
    else healthy.delete(target)
  }
  await Promise.all(targets.map(checkReadiness))
  const stopping = new AbortController()
  // One after the other: the late answer to an older check would bring back a server that is about to end.
  const watch = async (target: string) => {
    while (!stopping.signal.aborted) {
      await wait(checkIntervalMs)
      await checkReadiness(target)
    }
  }
  for (const target of targets) void watch(target)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const choice = [...healthy]
    const target = choice[(turn += 1) % choice.length]
    if (target === undefined) return void outgoing.writeHead(502).end('no server is ready')
    const { method, url = '/' } = incoming
    const { connection: _, ...headers } = incoming.headers
    const passed = request(`${target}${url}`, { agent, headers, ...(method ? { method } : {}) }, (answer) => {
      // Connection headers are hop-by-hop (RFC 9110, 7.6.1).
      const { connection: _, 'keep-alive': __, ...endToEnd } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd)
      answer.pipe(outgoing)
    })
    passed.on('error', (error) => outgoing.headersSent || outgoing.writeHead(502).end(error.message))
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  server.keepAliveTimeout = 120_000
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    stopping.abort()
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, healthy: () => healthy.size }
}
