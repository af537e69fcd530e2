import { expect, test } from 'vitest'
import type { z } from 'zod'
// It gives the validator its words.
import '#server/platform/http/route.ts'
import { endpoints } from './endpoints.ts'

const wrong: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '2026-13-45',
  'a@b',
  'x'.repeat(300_000),
  -1,
  0,
  0.001,
  1e300,
  Number.NaN,
  true,
  [],
  [null],
  {},
  { unknown: 1 },
]
const raw =
  /^(?:Invalid (?!or expired)|Too (?:small|big)|Unrecognized|Expected)|expected (?:string|number|int|boolean|array|object|date)|received /

/** Returns a value with each part of it, at any depth, replaced by wrong ones. */
function* spoiled(value: unknown): Generator {
  yield* wrong
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    for (const other of spoiled(part)) {
      yield Array.isArray(value) ? value.map((one, at) => (String(at) === key ? other : one)) : { ...value, [key]: other }
    }
  }
  if (!Array.isArray(value)) yield { ...value, unknown: 1 }
}

const namesOf = (schema: z.ZodType | undefined): object =>
  schema && 'shape' in schema ? Object.fromEntries(Object.keys(schema.shape as object).map((name) => [name, ''])) : {}

test('no message of the validator is raw', () => {
  const found = new Map<string, string>()
  for (const { name, params, query, body, example } of endpoints) {
    const given: [string, z.ZodType | undefined, unknown][] = [
      ['params', params, namesOf(params)],
      ['query', query, namesOf(query)],
      ['body', body, { ...namesOf(body), ...(typeof example.body === 'object' ? example.body : {}) }],
    ]
    for (const [part, schema, value] of given) {
      for (const input of schema ? spoiled(value) : []) {
        for (const { message, path } of schema?.safeParse(input).error?.issues ?? []) {
          if (raw.test(message) || !/[.?!]$/.test(message)) found.set(message, `${name} ${part} ${path.join('.')}`)
        }
      }
    }
  }
  expect(endpoints.length).toBeGreaterThan(150)
  expect(Object.fromEntries(found)).toEqual({})
})
