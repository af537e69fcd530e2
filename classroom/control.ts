import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { classLayer, classSource } from '#contract/classes/classroom-engine.ts'
import { type Engine, EngineFull } from './engine.ts'
import { UnusableOffer } from './offer.ts'

/** What the engine answers to its server. */
interface Answer {
  status: number
  type?: 'application/sdp' | 'application/json'
  body?: string
  /** Of the connection that was made. */
  id?: string
}

const mostBytes = 64 * 1024

/**
 * The engine's interface to the web processes: HTTP with one secret. Whoever has the secret decides who may do what; the engine does
 * what it is told.
 */
export function controlServer(engine: Engine, secret: string): Server {
  return createServer((request, response) => {
    void answer(engine, secret, request)
      .catch((error: unknown): Answer => refusal(error))
      .then(({ status, type = 'application/json', body = '', id }) => {
        response.writeHead(status, { 'content-type': type, ...(id !== undefined && { 'x-connection': id }) })
        response.end(body)
      })
  })
}

async function answer(engine: Engine, secret: string, request: IncomingMessage): Promise<Answer> {
  if (!isAllowed(request, secret)) return { status: 401 }
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://engine')
  const [top, room, ...rest] = pathname.split('/').slice(1).map(decodeURIComponent)
  if (request.method === 'GET' && top === 'state') return { status: 200, body: JSON.stringify(engine.state) }
  if (top !== 'rooms' || room === undefined || room === '') return { status: 404 }
  const person = query.get('person') ?? undefined
  const [what, id] = rest
  if (request.method === 'DELETE' && (what === undefined || what === 'connections')) {
    return { status: engine.end({ room, person, id, source: query.get('source') ?? undefined }) > 0 ? 204 : 404 }
  }
  if (request.method === 'PATCH' && what === 'connections' && id !== undefined) {
    const found = engine.chooseLayer({ room, person, id }, classLayer.parse(query.get('layer')))
    return { status: found ? 204 : 404 }
  }
  if (request.method !== 'POST' || person === undefined) return { status: 404 }
  const source = classSource.parse(query.get('source'))
  const sdp = await readBody(request)
  if (what === 'publishers') return made(await engine.publish(room, source, person, sdp))
  if (what === 'viewers') return made(await engine.watch(room, source, classLayer.parse(query.get('layer')), person, sdp))
  return { status: 404 }
}

const made = ({ id, answer: body }: { id: string; answer: string }): Answer => ({
  status: 201,
  type: 'application/sdp',
  body,
  id,
})

function refusal(error: unknown): Answer {
  if (error instanceof EngineFull) return { status: 503, body: JSON.stringify({ code: 'full' }) }
  if (error instanceof UnusableOffer) return { status: 400, body: JSON.stringify({ code: 'offer', message: error.message }) }
  return { status: 400, body: JSON.stringify({ code: 'invalid', message: 'The engine does not understand this call.' }) }
}

function isAllowed({ headers }: IncomingMessage, secret: string): boolean {
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${secret}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes) throw new UnusableOffer('The offer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
