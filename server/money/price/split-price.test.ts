import { expect, test } from 'vitest'
import { priceOfSale } from './price-of-sale.ts'
import { splitPrice, withFee } from './split-price.ts'

const plans = [
  [
    { percent: 40, days: 0 },
    { percent: 30, days: 30 },
    { percent: 30, days: 60 },
  ],
  [
    { percent: 50, days: 0 },
    { percent: 50, days: 15 },
  ],
  Array.from({ length: 12 }, (_, at) => ({ percent: at === 11 ? 12 : 8, days: at * 30 })),
  [
    { percent: 1, days: 0 },
    { percent: 98, days: 1 },
    { percent: 1, days: 2 },
  ],
]

test('the parts of every price add up to it', () => {
  for (const plan of plans) {
    for (let total = 100; total < 4_000_000; total = Math.ceil(total * 1.017) + 1) {
      const parts = splitPrice(total, plan)
      if (!parts) continue
      expect(parts.reduce((sum, { paise }) => sum + paise, 0)).toBe(total)
      expect(Math.min(...parts.map(({ paise }) => paise))).toBeGreaterThanOrEqual(100)
      // Only the last part takes the rounding.
      for (const [at, { paise }] of parts.slice(0, -1).entries()) {
        expect(Math.abs(paise - (total * (plan[at]?.percent ?? 0)) / 100)).toBeLessThanOrEqual(0.5)
      }
    }
  }
})

test('a price too small for a plan has no parts', () => {
  expect(splitPrice(249, plans[0] ?? [])).toBeUndefined()
  expect(splitPrice(8_999, plans[3] ?? [])).toBeUndefined()
})

test('₹36,000 in three parts is ₹14,400 and twice ₹10,800', () => {
  expect(splitPrice(3_600_000, plans[0] ?? [])).toEqual([
    { number: 1, paise: 1_440_000, days: 0 },
    { number: 2, paise: 1_080_000, days: 30 },
    { number: 3, paise: 1_080_000, days: 60 },
  ])
})

test('the lines with a fee add up to the total', () => {
  const sale = { listPaise: 3_600_000, offerPaise: 3_000_000, granted: null, discountText: null, coupon: null }
  const { lines, totalPaise } = withFee(priceOfSale(sale), 50_000)
  expect(totalPaise).toBe(3_050_000)
  expect(lines.filter(({ kind }) => kind !== 'total').reduce((sum, { paise }) => sum + paise, 0)).toBe(totalPaise)
  expect(lines.map(({ kind }) => kind)).toEqual(['list', 'course_discount', 'fee', 'total'])
})
