import { expect, test } from 'vitest'
import { formatColumnPaise, formatPaise } from './money.ts'

test('amounts of a column have two decimals each', () => {
  expect([4_150_000, 149_950, 5, 0, -50_000].map(formatColumnPaise)).toEqual([
    '₹41,500.00',
    '₹1,499.50',
    '₹0.05',
    '₹0.00',
    '−₹500.00',
  ])
  expect(formatPaise(4_150_000)).toBe('₹41,500')
})
