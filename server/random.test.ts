import { expect, test } from 'vitest'
import { systemRandom } from './random.ts'

test('codes are six digits, each of them as often as another at every place, zeros in front too [SEC-001]', () => {
  const codes = Array.from({ length: 100_000 }, () => systemRandom.digits(6))
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
  for (const code of codes) {
    for (const [place, digit] of [...code].entries()) counts[place]![Number(digit)]! += 1
  }
  // Of a hundred thousand throws ten thousand each, give or take ten standard deviations.
  for (const count of counts.flat()) expect(Math.abs(count - 10_000)).toBeLessThan(950)
  // A hundred thousand throws meet 95,163 different codes of a million, give or take ten standard deviations again.
  expect(Math.abs(new Set(codes).size - 95_163)).toBeLessThan(700)
})
