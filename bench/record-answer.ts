import { get } from 'node:http'

/** A response as a bare server can repeat it. */
export interface RecordedAnswer {
  status: number
  /** Without the headers that `node:http` adds by itself. */
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const ownOfNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Requests an address and returns the response without decoding it. */
export async function recordAnswer(url: string, headers: Record<string, string>): Promise<RecordedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RecordedAnswer>()
  get(url, { headers, agent: false }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(response.headers).flatMap(([name, value]) => (ownOfNode.has(name) ? [] : [[name, String(value)]])),
        ),
        body: Buffer.concat(chunks).toString('base64'),
      }),
    )
  }).on('error', reject)
  return promise
}
