import type { FastifyInstance } from 'fastify'
import { invalid } from '../../errors.ts'

/** Calls take JSON alone. Names that reach prototypes are refused, and so is a name that occurs twice in one object. */
export function jsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decode(bytes as Buffer)
    if (text === undefined) return done(invalid('What was sent is not text in UTF-8.'))
    // Clients that set the type on a POST without a body mean no body.
    if (text === '') return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (!error && hasDoubledName(text, value)) done(invalid('A name stands twice in what was sent.'))
      else done(error, value)
    })
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for bytes that are not UTF-8: replacing them would store what nobody sent. */
function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Whether text that parses as JSON gives an object the same name twice. Parsing keeps the last one, so fewer names come
 * out than went in. Two readers could otherwise disagree on what was asked.
 */
function hasDoubledName(text: string, value: unknown): boolean {
  return namesWritten(text) > namesKept(value)
}

/** Outside of strings a colon stands after each name and nowhere else. */
function namesWritten(text: string): number {
  let names = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === backslash) at += 1
      else if (unit === quote) inString = false
    } else if (unit === quote) inString = true
    else if (unit === colon) names += 1
  }
  return names
}

const [quote, colon, backslash] = [0x22, 0x3a, 0x5c]

/** Walks without recursion: what came may be nested as deep as its size allows. */
function namesKept(value: unknown): number {
  let names = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside: unknown[] = Object.values(next)
    if (!Array.isArray(next)) names += inside.length
    for (const one of inside) waiting.push(one)
  }
  return names
}
