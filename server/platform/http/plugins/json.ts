import type { FastifyInstance } from 'fastify'
import { invalid } from '#server/platform/errors/errors.ts'

/** Accepts only JSON bodies. Rejects names that reach prototypes and duplicate names in one object. */
export function jsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decode(bytes as Buffer)
    if (text === undefined) return done(invalid('What was sent is not text in UTF-8.'))
    // Some clients set the type on a POST without a body.
    if (text === '') return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (error) return done(error, undefined)
      if (hasDuplicateName(text, value)) return done(invalid('A name stands twice in what was sent.'))
      done(null, value)
    })
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for bytes that are not UTF-8, because replacement characters would change the data. */
function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Whether valid JSON text has a duplicate name in one object. Two parsers could disagree on which value counts. Parsing
 * drops duplicates, so the parsed value has fewer names than the text.
 */
function hasDuplicateName(text: string, value: unknown): boolean {
  return countNamesInText(text) > countNamesInValue(value)
}

/** Counts colons outside of strings; JSON has one after each name and nowhere else. */
function countNamesInText(text: string): number {
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

/** Walks without recursion, because the input may be nested as deeply as its size allows. */
function countNamesInValue(value: unknown): number {
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
