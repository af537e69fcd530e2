import { expect, test } from 'vitest'
import { systemRandom } from './random.ts'

test('codes are six uniformly distributed digits [SEC-001]', () => {
  const codes = Array.from({ length: 100_000 }, () => systemRandom.digits(6))
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
  for (const code of codes) {
    for (const [position, digit] of [...code].entries()) counts[position]![Number(digit)]! += 1
  }
  // Expects 10,000 of each digit in 100,000 codes, within ten standard deviations.
  for (const count of counts.flat()) expect(Math.abs(count - 10_000)).toBeLessThan(950)
  // Expects 95,163 distinct codes of a million, within ten standard deviations.
  expect(Math.abs(new Set(codes).size - 95_163)).toBeLessThan(700)
})
