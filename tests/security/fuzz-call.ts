import fc from 'fast-check'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import type { TestApp } from '../create-test-app.ts'
import { addressOf } from './endpoints.ts'
import { fingerprint } from './every-row.ts'

export interface Fuzzing {
  runs: number
  /** The same inputs in every run; without it each run tries others, and a failure names its seed. */
  seed?: number
}

const names = ['__proto__', 'constructor', 'toString', 'role', 'is_admin', 'verified', 'price', 'amount', 'id', '', '$ne', 'a.b']
const nasty = [
  '\0',
  '\ud800',
  '\u2028',
  '\r\nBcc: x@example.com',
  "' or 1=1 --",
  '</script>',
  '\u202e',
  '${7*7}',
  '%00',
  'ﷺ'.repeat(300),
]

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(...nasty),
  fc.emailAddress(),
  fc.stringMatching(/^\d{0,12}$/),
)
const value = fc.oneof(text, fc.jsonValue(), fc.maxSafeInteger(), fc.double(), fc.constant(undefined))

/** A good body with a few values, deep ones too, replaced, left out, or added under a name nobody asked for. */
function bodiesNear(example: unknown): fc.Arbitrary<string> {
  const places = placesIn(example)
  const change = fc.record({
    place: fc.constantFrom(...places),
    name: fc.option(fc.oneof(fc.constantFrom(...names), text)),
    value,
  })
  const changed = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy = structuredClone(example)
    for (const { place, name, value: put } of changes) replace(copy, name === null ? place : [...place.slice(0, -1), name], put)
    return JSON.stringify(copy)
  })
  const whole = JSON.stringify(example)
  const torn = fc
    .record({
      from: fc.nat(whole.length),
      cut: fc.nat(8),
      put: fc.oneof(text, fc.constantFrom('{', '}', '"', ':', ',', '\\', '[')),
    })
    // As it reads once it has been bytes: half a character is none there.
    .map(({ from, cut, put }) => (whole.slice(0, from) + put + whole.slice(from + cut)).toWellFormed())
  const anything = fc.json().map((json) => json.toWellFormed())
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 2, arbitrary: torn }, { weight: 1, arbitrary: anything })
}

type EnrolmentInCourse = string[]

function placesIn(within: unknown, above: EnrolmentInCourse = []): EnrolmentInCourse[] {
  if (typeof within !== 'object' || within === null) return []
  return Object.entries(within).flatMap(([name, inside]) => [[...above, name], ...placesIn(inside, [...above, name])])
}

function replace(within: unknown, [name = '', ...below]: EnrolmentInCourse, put: unknown): void {
  // An earlier change may have taken the place away.
  if (typeof within !== 'object' || within === null) return
  if (below.length > 0) return replace((within as Record<string, unknown>)[name], below, put)
  // A name that is a large index would make a list of as many holes.
  if (Array.isArray(within) && !(name in within)) return void within.push(put)
  Object.defineProperty(within, name, { value: put, enumerable: true, configurable: true, writable: true })
}

function accepts(endpoint: Endpoint, payload: string): boolean {
  try {
    return endpoint.body?.safeParse(JSON.parse(payload)).success ?? false
  } catch {
    return false
  }
}

const leaked = /node_modules|\bat \w+ \(|\.ts:\d|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set)\b|syntax error|pg_/i

/** Bodies near the good one: refused ones change nothing, and those that happen to be good are no failure of ours. */
export async function fuzzBody(shop: TestApp, endpoint: Endpoint, access: string, { runs, ...rest }: Fuzzing): Promise<void> {
  const send = (payload: string) =>
    shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
      payload,
    })
  const good: string[] = []
  const before = await fingerprint(shop.db)
  await fc.assert(
    fc.asyncProperty(bodiesNear(endpoint.example.body), async (payload) => {
      // No body at all is another call.
      fc.pre(payload !== '')
      if (accepts(endpoint, payload)) return void good.push(payload)
      const answer = await send(payload)
      expect([400, 413], `${endpoint.name} ${answer.body}`).toContain(answer.statusCode)
      expect(errorBody.safeParse(answer.json()).success).toBe(true)
      expect(answer.body).not.toMatch(leaked)
    }),
    { numRuns: runs, ...rest },
  )
  expect(await fingerprint(shop.db), `${endpoint.name} changed something`).toBe(before)
  for (const payload of good) {
    const answer = await send(payload)
    expect(answer.statusCode, `${endpoint.name} ${payload} ${answer.body}`).toBeLessThan(500)
  }
}

const byte = fc.nat(255).map((number) => `%${number.toString(16).padStart(2, '0')}`)
/** Percent-encoded bytes, few of which are UTF-8, and texts that are. */
const segment = fc.oneof(
  fc.array(byte, { minLength: 1, maxLength: 8 }).map((bytes) => bytes.join('')),
  text.filter((given) => given.isWellFormed() && given !== '').map(encodeURIComponent),
  fc.maxSafeInteger().map(String),
  fc.double().map(String),
  fc.constantFrom('%', '%zz', '%2e%2e', '..%2f', '%c0%ae', '+1', '1%20', '0x1', 'NaN', '-0', '1;2', '%31%00'),
)

/** Paths and queries of any kind get an answer below 500 and change nothing. */
export async function fuzzAddress(shop: TestApp, endpoint: Endpoint, access: string, { runs, ...rest }: Fuzzing): Promise<void> {
  const before = await fingerprint(shop.db)
  const pair = fc.tuple(fc.oneof(fc.constantFrom('email', 'q', 'page', 'category', 'email[]', '__proto__'), segment), segment)
  const address = fc.record({
    path: segment,
    pairs: fc.array(
      pair.map(([name, given]) => `${name}=${given}`),
      { maxLength: 3 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(address, async ({ path, pairs }) => {
      const url = `/api${endpoint.path.replace(/:\w+/g, path)}?${pairs.join('&')}`
      // What would succeed must not: a call that has a body comes without it.
      const answer = await shop.app.inject({ method: endpoint.method, url, headers: { authorization: `Bearer ${access}` } })
      expect(answer.statusCode, `${endpoint.method} ${url} ${answer.body}`).toBeLessThan(500)
      expect(answer.body).not.toMatch(leaked)
      if (answer.statusCode >= 400) expect(errorBody.safeParse(answer.json()).success).toBe(true)
    }),
    { numRuns: runs, ...rest },
  )
  if (endpoint.method === 'GET' || endpoint.body)
    expect(await fingerprint(shop.db), `${endpoint.name} changed something`).toBe(before)
}
