import { expect, test } from 'vitest'
import { formatCompact, formatPaise, namedValues, nameOfMonth, shareOf, sumUpMoney } from './figure-texts.ts'

test('amounts have Indian groups, and paise only where there are some', () => {
  expect(formatPaise(18_000_000)).toBe('₹1,80,000')
  expect(formatPaise(149_990)).toBe('₹1,499.90')
  expect(formatPaise(149_999)).toBe('₹1,499.99')
  expect(formatPaise(-50_000)).toBe('−₹500')
  expect(formatPaise(0)).toBe('₹0')
  expect(formatCompact(18_000_000)).toBe('₹1.8L')
})

test('an axis has each name once', () => {
  expect(namedValues([0, 0.5, 1], formatCompact)).toEqual([0])
  expect(namedValues([0, 0.5, 1], (value) => (Number.isInteger(value) ? String(value) : ''))).toEqual([0, 1])
  expect(namedValues([0, 5_000_000, 10_000_000], formatCompact)).toEqual([0, 5_000_000, 10_000_000])
})

test('months and shares are words', () => {
  expect(nameOfMonth('2026-09')).toBe('Sep 2026')
  expect(shareOf(1, 4)).toBe('25%')
  expect(shareOf(0, 0)).toBe('–')
})

test('a summary names the sums and the best month', () => {
  const money = (revenue: number, refunds: number) => ({
    revenue_paise: revenue,
    refunds_paise: refunds,
    lost_paise: 0,
    net_paise: revenue - refunds,
  })
  const months = [
    { month: '2026-04', ...money(100_000, 0) },
    { month: '2026-05', ...money(300_000, 50_000) },
  ]
  expect(sumUpMoney(money(400_000, 50_000), months)).toBe(
    '₹4,000 came in, ₹500 was refunded, ₹3,500 is left. The most came in May 2026: ₹3,000.',
  )
  expect(sumUpMoney(money(0, 0), months)).toBe('No money came or went in these months.')
})
