// Child process of a benchmark: browsers that buy, each over its own kept-alive connections.
import { Agent, request } from 'node:http'

export interface Sales {
  /** Of the server processes, which the buyers share evenly. */
  servers: string[]
  sandbox: string
  /** What each browser buys, one after the other: batch and access token. */
  browsers: { batch: number; token: string }[][]
}
export interface Sold {
  milliseconds: number
  /** Of this process. */
  cpu: NodeJS.CpuUsage
}

process.on('message', (message: Sales | 'stop') => {
  if (message === 'stop') return process.disconnect()
  void sell(message).then(
    (sold) => process.send?.(sold),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function sell({ servers, sandbox, browsers }: Sales): Promise<Sold> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(
    browsers.map(async (purchases, browser) => {
      const server = servers[browser % servers.length] ?? ''
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (const { batch, token } of purchases) {
        const authorization = `Bearer ${token}`
        const order = await post<{ order_id: string }>(agent, `${server}/api/payment/start-payment/${batch}/`, { authorization })
        const paid = await post<object>(agent, `${sandbox}/control/orders/${order.order_id}/pay`, {}, paying)
        const verified = await post<{ status: string }>(
          agent,
          `${server}/api/payment/payment-verify/${batch}/`,
          { authorization },
          paid,
        )
        if (verified.status !== 'enrolled') throw new Error(`a sale ended as ${verified.status}`)
      }
      agent.destroy()
    }),
  )
  return { milliseconds: performance.now() - startedAt, cpu: process.cpuUsage(before) }
}

const paying = { outcome: 'captured', webhook: false }

async function post<Answer>(agent: Agent, url: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: 'POST', headers: { ...headers, ...type, 'content-length': Buffer.byteLength(text) } },
      (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (answer += part))
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode} ${answer}`))
          resolve(JSON.parse(answer) as Answer)
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
