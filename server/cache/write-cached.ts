import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Entry } from './compress-entry.ts'

/** Writes a cached entry to the socket, compressed as the client accepts it, or 304. */
export function writeCached(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  if (sameEtag(headers['if-none-match'], entry.etag)) {
    // A browser merges the headers of a 304 into its stored response, so they include the page's policy.
    response.writeHead(304, { ...entry.headers, etag: entry.etag }).end()
    return
  }
  const accepts = String(headers['accept-encoding'] ?? '')
  const form = takes(accepts, 'br') ? 'br' : takes(accepts, 'gzip') ? 'gzip' : undefined
  const bytes = form === 'br' ? entry.brotli : form === 'gzip' ? entry.gzip : entry.plain
  response.writeHead(200, {
    ...entry.headers,
    etag: entry.etag,
    'content-length': bytes.length,
    ...(form ? { 'content-encoding': form } : {}),
  })
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

function sameEtag(given: string | undefined, etag: string): boolean {
  if (!given) return false
  if (given === etag || given === '*') return true
  const plain = etag.slice(2)
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === plain)
}

function takes(accepted: string, coding: string): boolean {
  if (!accepted.includes(coding)) return false
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.trim().split(';')
    return name === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))
  })
}
