import fc from 'fast-check'
import { expect } from 'vitest'
import { type Endpoint, onlyReads } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'
import { addressOf, credentialsFor } from './endpoints.ts'
import { fingerprint } from './every-row.ts'

export interface Fuzzing {
  runs: number
  /** Fixes the inputs. Without a seed each run tries other inputs, and a failure prints its seed. */
  seed?: number
  /** Who makes the calls of staff: of `addStaff`, because rows name the person. */
  owner: { id: number }
}

const names = ['__proto__', 'constructor', 'toString', 'role', 'is_admin', 'verified', 'price', 'amount', 'id', '', '$ne', 'a.b']
const hostileTexts = [
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
  fc.constantFrom(...hostileTexts),
  fc.emailAddress(),
  fc.stringMatching(/^\d{0,12}$/),
)
const value = fc.oneof(text, fc.jsonValue(), fc.maxSafeInteger(), fc.double(), fc.constant(undefined))

/** Generates variants of a valid body: values replaced or removed at any depth, unknown names added, JSON broken. */
function bodiesNear(example: unknown): fc.Arbitrary<string> {
  const found = pathsIn(example)
  // An empty body has nothing to replace, so names are added to it.
  const paths = found.length > 0 ? found : [['']]
  const change = fc.record({
    path: fc.constantFrom(...paths),
    name: fc.option(fc.oneof(fc.constantFrom(...names), text)),
    value,
  })
  const changed = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy = structuredClone(example)
    for (const { path, name, value: replacement } of changes) {
      replace(copy, name === null ? path : [...path.slice(0, -1), name], replacement)
    }
    return JSON.stringify(copy)
  })
  const whole = JSON.stringify(example)
  const broken = fc
    .record({
      from: fc.nat(whole.length),
      cut: fc.nat(8),
      inserted: fc.oneof(text, fc.constantFrom('{', '}', '"', ':', ',', '\\', '[')),
    })
    // UTF-8 has no lone surrogates, so the text is made well formed.
    .map(({ from, cut, inserted }) => (whole.slice(0, from) + inserted + whole.slice(from + cut)).toWellFormed())
  const anything = fc.json().map((json) => json.toWellFormed())
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 2, arbitrary: broken }, { weight: 1, arbitrary: anything })
}

type PropertyPath = string[]

function pathsIn(within: unknown, above: PropertyPath = []): PropertyPath[] {
  if (typeof within !== 'object' || within === null) return []
  return Object.entries(within).flatMap(([name, inside]) => [[...above, name], ...pathsIn(inside, [...above, name])])
}

function replace(within: unknown, [name = '', ...below]: PropertyPath, replacement: unknown): void {
  // An earlier change may have removed this path.
  if (typeof within !== 'object' || within === null) return
  if (below.length > 0) return replace((within as Record<string, unknown>)[name], below, replacement)
  // Setting a large index or the length would create a huge sparse array.
  if (Array.isArray(within) && !Object.keys(within).includes(name)) return void within.push(replacement)
  Object.defineProperty(within, name, { value: replacement, enumerable: true, configurable: true, writable: true })
}

function accepts(endpoint: Endpoint, payload: string): boolean {
  try {
    return endpoint.body?.safeParse(JSON.parse(payload)).success ?? false
  } catch {
    return false
  }
}

const leaked = /node_modules|\bat \w+ \(|\.ts:\d|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set)\b|syntax error|pg_/i

/** Sends variants of a valid body. Invalid ones get a 4xx and change nothing. Valid ones get an answer below 500. */
export async function fuzzBody(
  shop: TestApp,
  endpoint: Endpoint,
  access: string,
  { runs, owner, ...rest }: Fuzzing,
): Promise<void> {
  const credentials = credentialsFor(shop, endpoint, access, owner)
  const send = (payload: string) =>
    shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { 'content-type': 'application/json', ...credentials },
      payload,
    })
  const validBodies: string[] = []
  const before = await fingerprint(shop.db)
  await fc.assert(
    fc.asyncProperty(bodiesNear(endpoint.example.body), async (payload) => {
      // An empty payload is a request without a body.
      fc.pre(payload !== '')
      if (accepts(endpoint, payload)) return void validBodies.push(payload)
      const answer = await send(payload)
      expect([400, 413], `${endpoint.name} ${answer.body}`).toContain(answer.statusCode)
      expect(errorBody.safeParse(answer.json()).success).toBe(true)
      expect(answer.body).not.toMatch(leaked)
    }),
    { numRuns: runs, includeErrorInReport: true, ...rest },
  )
  expect(await fingerprint(shop.db), `${endpoint.name} changed something`).toBe(before)
  for (const payload of validBodies) {
    const answer = await send(payload)
    expect(answer.statusCode, `${endpoint.name} ${payload} ${answer.body}`).toBeLessThan(500)
  }
}

const byte = fc.nat(255).map((number) => `%${number.toString(16).padStart(2, '0')}`)
/** Percent-encoded bytes, mostly invalid UTF-8, and percent-encoded texts. */
const segment = fc.oneof(
  fc.array(byte, { minLength: 1, maxLength: 8 }).map((bytes) => bytes.join('')),
  text.filter((given) => given.isWellFormed() && given !== '').map(encodeURIComponent),
  fc.maxSafeInteger().map(String),
  fc.double().map(String),
  fc.constantFrom('%', '%zz', '%2e%2e', '..%2f', '%c0%ae', '+1', '1%20', '0x1', 'NaN', '-0', '1;2', '%31%00'),
)

/** Sends random paths and queries. Each answer is below 500, and nothing changes. */
export async function fuzzAddress(
  shop: TestApp,
  endpoint: Endpoint,
  access: string,
  { runs, owner, ...rest }: Fuzzing,
): Promise<void> {
  const credentials = credentialsFor(shop, endpoint, access, owner)
  const exportsApart = endpoint.answerType === 'text/csv'
  const before = await fingerprint(shop.db, { exportsApart })
  const pair = fc.tuple(
    fc.oneof(fc.constantFrom('email', 'q', 'page', 'category', 'cursor', 'sort', 'limit', 'email[]', '__proto__'), segment),
    segment,
  )
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
      // Requests have no body, so an endpoint that needs one can't succeed.
      const answer = await shop.app.inject({ method: endpoint.method, url, headers: credentials })
      expect(answer.statusCode, `${endpoint.method} ${url} ${answer.body}`).toBeLessThan(500)
      expect(answer.body).not.toMatch(leaked)
      if (answer.statusCode >= 400) expect(errorBody.safeParse(answer.json()).success).toBe(true)
    }),
    { numRuns: runs, includeErrorInReport: true, ...rest },
  )
  if (onlyReads(endpoint.method) || endpoint.body)
    expect(await fingerprint(shop.db, { exportsApart }), `${endpoint.name} changed something`).toBe(before)
}
