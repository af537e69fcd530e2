import type { AnswerOf, Endpoint, InputOf, Method } from './endpoint.ts'
import type { ErrorBody } from './errors.ts'
import * as messages from './messages.ts'

export interface Sent {
  method: Method
  /** Path below the API root, including the query. */
  path: string
  body: unknown
  /** `If-Match` header: the version that a change is based on, in quotes. */
  ifMatch?: string | undefined
}
export interface Received {
  status: number
  body: unknown
  retryAfter?: number | undefined
}
/** Sends one call: `fetch` in the browser, `inject` while rendering. Rejects only without a response. */
export type Transport = (sent: Sent, endpoint: Endpoint) => Promise<Received>

/** Thrown when the connection failed before the response was complete. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(messages.connectionLost, { cause })
    this.name = 'ConnectionError'
  }
}

/** Thrown for an error response. `status` is the HTTP status; `fields` holds the first message of each field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Raw body, for pages that show the response of another server. */
  readonly raw: unknown

  constructor(received: Received) {
    const known = readErrorBody(received.body)
    super(known?.message ?? '')
    this.name = 'ApiError'
    this.status = received.status
    this.code = known?.code ?? 'unknown'
    this.fields = firstMessages(received.body)
    this.retryAfter = received.retryAfter
    this.raw = received.body
  }
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: unknown extends InputOf<E> ? [] : [InputOf<E>]
) => Promise<AnswerOf<E>>

export function createClient(transport: Transport): Call {
  return async (endpoint, ...[input]) => {
    const parts = (input ?? {}) as { params?: object; query?: object; body?: unknown; ifMatch?: number }
    const sent: Sent = { method: endpoint.method, path: pathOf(endpoint.path, parts.params, parts.query), body: parts.body }
    if (parts.ifMatch !== undefined) sent.ifMatch = `"${parts.ifMatch}"`
    const received = await transport(sent, endpoint)
    // A status that the contract does not declare is an error.
    if (!(received.status in endpoint.answers)) throw new ApiError(received)
    // The server has validated its response with this schema, so parsing again would only cost time.
    return received.body as AnswerOf<typeof endpoint>
  }
}

/** Returns a path with its parameters filled in, and the query. @throws Error when a parameter has no value */
export function pathOf(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (!values.has(name)) throw new Error(`the path ${path} needs a value for ${name}`)
    return encodeURIComponent(String(values.get(name)))
  })
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()
  return search ? `${filled}?${search}` : filled
}

function readErrorBody(value: unknown): ErrorBody | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined
  return typeof value.message === 'string' ? (value as ErrorBody) : undefined
}

function firstMessages(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (typeof body !== 'object' || body === null) return fields
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value) && typeof value[0] === 'string') fields[name] = value[0]
  }
  return fields
}
