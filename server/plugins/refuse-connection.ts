import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { body } from '#contract/errors.ts'

const refusals: Record<string, [status: number, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers of the request are too large.'],
}

/** What is no HTTP, or never ends, gets the one error body straight on the wire, and the connection is closed. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Headers of an answer that has begun can not be sent again.
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy(error)
  const [status, code, message] = refusals[error.code ?? ''] ?? [400, 'invalid', 'The request can not be read.']
  const text = JSON.stringify(body(message, code))
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${text}`)
}
