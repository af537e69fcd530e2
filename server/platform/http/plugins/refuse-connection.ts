import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { body } from '#contract/errors.ts'

type Headers = Readonly<Record<string, string>>
type Refusal = [status: number, code: string, message: string]

const unreadable: Refusal = [400, 'invalid', 'The request can not be read.']
const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large.'],
}
const unexpected: Refusal = [417, 'expectation_failed', 'The request expects what this server does not do.']

/** Milliseconds in which a client that was refused can read why, before its connection is closed whatever it does. */
const lingerMs = 2000

/** Answers a malformed or timed-out request with the error body on the socket and closes the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A response that has begun cannot get new headers.
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy(error)
  const { status, head, text } = write(refusals[error.code ?? ''] ?? unreadable, headers)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  // A client that keeps its side open would keep what its request holds, such as room on the disk.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Rejects an `Expect` header other than `100-continue` with 417 (RFC 9110, 10.1.1). */
export function refuseExpectation(response: ServerResponse, headers: Headers): void {
  answer(response, unexpected, headers)
}

/**
 * Rejects a request without exactly one valid `Host` header (RFC 9112, 3.2), because a proxy may have read another one.
 * @returns whether the request was rejected
 */
export function refuseHost(request: IncomingMessage, response: ServerResponse, headers: Headers): boolean {
  if (namesOneHost(request)) return false
  answer(response, unreadable, headers)
  return true
}

/** Bytes of a path. Only the header size limits the query. */
const longestPath = 2048
const tooLong: Refusal = [414, 'uri_too_long', 'The address is too long.']

/**
 * Rejects a path beyond 2 KB or with an empty segment before anything parses it. A query may have both.
 * @returns whether the request was rejected
 */
export function refusePath(request: IncomingMessage, response: ServerResponse, headers: Headers): boolean {
  const target = request.url ?? ''
  // The target may be an absolute URL (RFC 9112, 3.2.2).
  const path = target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname
  const query = path.indexOf('?')
  const end = query < 0 ? path.length : query
  const empty = path.indexOf('//')
  const refusal = end > longestPath ? tooLong : empty >= 0 && empty < end ? unreadable : undefined
  if (refusal) answer(response, refusal, headers)
  return refusal !== undefined
}

const hostName = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    hosts += 1
    if (hosts > 1 || !hostName.test(rawHeaders[at + 1] ?? '')) return false
  }
  return hosts === 1 || httpVersion === '1.0'
}

function answer(response: ServerResponse, refusal: Refusal, headers: Headers): void {
  const { status, head, text } = write(refusal, headers)
  response.writeHead(status, head).end(text)
}

function write([status, code, message]: Refusal, headers: Headers): { status: number; head: Headers; text: string } {
  const text = JSON.stringify(body(message, code))
  const head = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { status, head, text }
}
