import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePaise, showPaise } from './money.ts'

test.each([
  ['36,000', 3_600_000],
  ['₹1,499.50', 149_950],
  ['1.5', 150],
  ['7.', 700],
  ['', null],
])('reads the amount %j', (text, paise) => expect(parsePaise(text)).toBe(paise))

test.each(['abc', '1.234', '-5', '1e3', '12..5'])('reads %j as no number', (text) => expect(parsePaise(text)).toBeNaN())

test('reads every shown amount back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (paise) => parsePaise(showPaise(paise)) === paise))
})
