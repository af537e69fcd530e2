import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Entry } from './compress-entry.ts'

/**
 * Writes a cached entry to the socket, compressed as the client accepts it, or 304. The two headers are read from the raw ones,
 * because `request.headers` converts all of them.
 */
export function writeCached(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const known = rawHeader(request, 'if-none-match')
  if (known !== undefined && sameEtag(known, entry.etag)) {
    // A browser merges the headers of a 304 into its stored response, so they include the page's policy.
    response.writeHead(304, entry.heads.unchanged).end()
    return
  }
  const form = acceptedForm(rawHeader(request, 'accept-encoding'))
  response.writeHead(200, entry.heads[form])
  if (request.method === 'HEAD') response.end()
  else response.end(entry[form], 'latin1')
}

/** Returns the value of a header, of several with this name all values, or undefined. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? ''
    if (given.length !== name.length || given.toLowerCase() !== name) continue
    value = value === undefined ? rawHeaders[at + 1] : `${value}, ${rawHeaders[at + 1]}`
  }
  return value
}

function sameEtag(given: string, etag: string): boolean {
  if (given === etag || given === '*') return true
  const plain = etag.slice(2)
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === plain)
}

type Form = 'brotli' | 'gzip' | 'plain'

/** Results by header value. Browsers send a handful of values; a client can send any, so the number is limited. */
const forms = new Map<string, Form>()
const maxForms = 100

export function acceptedForm(accepted: string | undefined): Form {
  if (accepted === undefined) return 'plain'
  const known = forms.get(accepted)
  if (known) return known
  const form = takes(accepted, 'br') ? 'brotli' : takes(accepted, 'gzip') ? 'gzip' : 'plain'
  if (forms.size >= maxForms) forms.clear()
  forms.set(accepted, form)
  return form
}

/** Upper and lower case are the same in the names of codings and in `q` (RFC 9110, 8.4.1 and 12.4.2). */
function takes(accepted: string, coding: string): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.trim().split(';')
      return name === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))
    })
}
