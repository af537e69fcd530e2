import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { Agent, request } from 'node:http'
import { host } from './proxies.ts'

interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Browser {
  /** @throws when the connection breaks after the request was sent */
  send(method: 'GET' | 'POST', path: string, sent?: { headers?: OutgoingHttpHeaders; body?: string }): Promise<Got>
  /** Requests that were sent on another connection, because the server had said that it did not touch them (RFC 9113, 6.8). */
  again(): number
  close(): void
}

/** A connection that stays open, as a browser has it: HTTP/2 over TLS, else HTTP/1.1. */
export function openBrowser(origin: string): Browser {
  return origin.startsWith('https:') ? openHttp2(origin) : openHttp1(origin)
}

function openHttp2(origin: string): Browser {
  let session: ClientHttp2Session | undefined
  let again = 0
  const open = () => {
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(origin, { rejectUnauthorized: false, servername: host })
    // The requests of the session report its errors.
    opened.on('error', () => undefined)
    opened.on('goaway', () => {
      if (session === opened) session = undefined
    })
    session = opened
    return opened
  }
  const sendOnce = (headers: OutgoingHttpHeaders, body: string | undefined): Promise<Got | 'untouched'> =>
    new Promise((resolve, reject) => {
      const stream = open().request(headers, { endStream: body === undefined })
      let answer: IncomingHttpHeaders = {}
      let text = ''
      stream.setEncoding('utf8')
      stream.on('response', (received) => (answer = received))
      stream.on('data', (part: string) => (text += part))
      stream.on('end', () => {
        const status = Number(answer[':status'])
        if (status) resolve({ status, headers: answer, body: text })
      })
      stream.on('error', reject)
      stream.on('close', () => {
        if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) resolve('untouched')
        else reject(new Error(`the connection ended without an answer (${stream.rstCode})`))
      })
      if (body !== undefined) stream.end(body)
    })
  return {
    async send(method, path, { headers = {}, body } = {}) {
      const all = { ':method': method, ':path': path, ':authority': host, ...headers }
      for (;;) {
        const got = await sendOnce(all, body).catch((error: Error & { code?: string }) => {
          // Nothing of it was sent: the session had ended before.
          if (error.code === 'ERR_HTTP2_GOAWAY_SESSION' || error.code === 'ERR_HTTP2_INVALID_SESSION') return 'untouched' as const
          if (/NGHTTP2_REFUSED_STREAM/.test(error.message)) return 'untouched' as const
          throw error
        })
        if (got !== 'untouched') return got
        again += 1
      }
    },
    again: () => again,
    close: () => session?.destroy(),
  }
}

function openHttp1(origin: string): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  return {
    send: (method, path, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const { port } = new URL(origin)
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const sent = request(origin + path, { agent, method, headers: { host: `${host}:${port}`, ...length, ...headers } })
        sent.on('error', reject)
        sent.on('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (part: string) => (text += part))
          answer.on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
        })
        sent.end(body)
      }),
    again: () => 0,
    close: () => agent.destroy(),
  }
}
