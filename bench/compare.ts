import { Agent, request } from 'node:http'

const ownConnection = new Agent({ keepAlive: true, maxSockets: 1 })

export interface BenchRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: object
  /** Has the connection; all requests without one share a connection. */
  agent?: Agent
}
export interface Comparison {
  /** Milliseconds, medians. */
  a: number
  b: number
  /** Median of `a` over median of `b`. */
  ratio: number
}

/** Sends one request over a kept-alive connection and returns the milliseconds until the response was read. */
export async function timeOf({ url, method = 'GET', headers = {}, body, agent = ownConnection }: BenchRequest): Promise<number> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const type = payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const started = performance.now()
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...headers, ...type } }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.on('end', () => (statusCode < 400 ? resolve() : reject(new Error(`${method} ${url}: ${statusCode}`))))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
  return performance.now() - started
}

/**
 * Compares two kinds of request sequentially, swapping their order each round, so that other load affects both alike.
 * The first rounds only warm up.
 */
export async function compare(
  rounds: { warmUp: number; measured: number },
  a: (round: number) => BenchRequest,
  b: typeof a,
): Promise<Comparison> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] }
  for (let round = 0; round < rounds.warmUp + rounds.measured; round += 1) {
    const turns = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    for (const turn of turns) {
      const milliseconds = await timeOf((turn === 'a' ? a : b)(round))
      if (round >= rounds.warmUp) times[turn].push(milliseconds)
    }
  }
  const [medianA, medianB] = [median(times.a), median(times.b)]
  return { a: medianA, b: medianB, ratio: medianA / medianB }
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
