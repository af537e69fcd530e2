import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { readOnlyResource } from '#contract/resource.ts'
import { columnsOf, textOf } from './export-columns.ts'

test('rupees have the digits of the paise', () => {
  expect([2_379_915, 100, 99, 5, 0, -149_999].map((paise) => textOf('rupees', paise))).toEqual([
    '23799.15',
    '1.00',
    '0.99',
    '0.05',
    '0.00',
    '-1499.99',
  ])
  fc.assert(
    fc.property(fc.maxSafeInteger(), (paise) => {
      const text = textOf('rupees', paise)
      expect(text).toMatch(/^-?\d+\.\d\d$/)
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(paise))
    }),
  )
})

test('instants stand on their day and minute in India', () => {
  expect(textOf('time', '2026-11-22T18:29:59.999Z')).toBe('2026-11-22 23:59')
  expect(textOf('time', '2026-11-22T18:30:00.000Z')).toBe('2026-11-23 00:00')
  const years = { min: new Date('1990-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), (instant) => {
      const read = Date.parse(`${textOf('time', instant.toISOString()).replace(' ', 'T')}+05:30`)
      expect(read).toBe(Math.floor(instant.getTime() / 60_000) * 60_000)
    }),
  )
})

test('a field without a value stays empty', () => {
  const record = z.object({ amount_paise: z.int().nullable(), paid_at: z.iso.datetime().nullable(), note: z.string() })
  const columns = columnsOf(record)
  expect(columns.map(({ heading }) => heading)).toEqual(['amount', 'paid_at (IST)', 'note'])
  const row = { amount_paise: null, paid_at: null, note: '' }
  expect(columns.map(({ kind, value }) => textOf(kind, value(row)))).toEqual(['', '', ''])
})

test('words stand for codes, and a code without a word stays', () => {
  const record = z.object({ method: z.string(), phase: z.string() })
  const columns = columnsOf(record, { method: { upi: 'UPI' }, phase: (code) => code.replaceAll('_', ' ') })
  const shown = (row: object) => columns.map(({ kind, value }) => textOf(kind, value(row as Record<string, unknown>)))
  expect(shown({ method: 'upi', phase: 'pre_arbitration' })).toEqual(['UPI', 'pre arbitration'])
  expect(shown({ method: 'crypto', phase: 'x' })).toEqual(['crypto', 'x'])
})

const contract = join(import.meta.dirname, '..', '..', '..', 'contract')
const isExported = (one: unknown): one is ReturnType<typeof readOnlyResource> =>
  typeof one === 'object' && one !== null && 'endpoints' in one && 'record' in one
const modules = await Promise.all(
  globSync('*/staff/*.ts', { cwd: contract }).map(
    async (file) => (await import(/* @vite-ignore */ join(contract, file))) as Record<string, unknown>,
  ),
)
const exported = modules
  .flatMap((module) => Object.values(module).filter(isExported))
  .map((resource) => [resource.name, resource] as const)

test.each(exported)('%s has a word for each code of its file', (_, { record, file = record, words = {} }) => {
  const bare = Object.entries(file.shape).flatMap(([field, schema]) =>
    codesOf(schema).flatMap((code) => {
      const named = words[field]
      const word = typeof named === 'function' ? named(code) : named?.[code]
      return word ? [] : [`${field}: ${code}`]
    }),
  )
  expect(bare).toEqual([])
})

test.each(exported)('%s exports no paise and no UTC', (_, { record, examples }) => {
  const columns = columnsOf(record)
  const headings = columns.map(({ heading }) => heading)
  expect(new Set(headings).size).toBe(headings.length)
  expect(headings.filter((heading) => heading.endsWith('_paise'))).toEqual([])
  const shown = columns.map(({ kind, value }) => textOf(kind, value(examples.record)))
  expect(shown.filter((text) => /^\d{4}-\d\d-\d\dT/.test(text))).toEqual([])
})

/** The codes of a field that has some. */
function codesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodNullable) return codesOf(schema.unwrap())
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}
