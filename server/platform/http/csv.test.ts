import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('a negative amount stays a number, a text becomes no formula', () => {
  const columns = [
    { heading: 'amount', kind: 'rupees', value: () => -5 },
    { heading: 'change', kind: 'number', value: () => -5 },
    { heading: 'note', kind: 'text', value: () => '-5' },
  ] as const
  expect(csvLines(columns, [{}])).toBe(`-0.05,-5,"'-5"\r\n`)
})
