import { expect, test } from 'vitest'
import { costOfCoupon } from './cost-of-coupon.ts'

const terms = { kind: 'percent' as const, value: 20, prices: [3_000_000, 4_500_000], limit: 50, capPaise: null }

test('the cost is that of the dearest course for all uses', () => {
  expect(costOfCoupon(terms)).toEqual({ dearestPaise: 4_500_000, onePaise: 900_000, allPaise: 45_000_000 })
})

test('a cap limits the cost of all uses', () => {
  expect(costOfCoupon({ ...terms, capPaise: 10_000_000 })?.allPaise).toBe(10_000_000)
  expect(costOfCoupon({ ...terms, limit: null, capPaise: 10_000_000 })?.allPaise).toBe(10_000_000)
})

test('without a limit and a cap the cost has no end', () => {
  expect(costOfCoupon({ ...terms, limit: null })?.allPaise).toBeNull()
})

test('an amount above the price leaves one rupee', () => {
  expect(costOfCoupon({ ...terms, kind: 'paise', value: 9_000_000 })?.onePaise).toBe(4_499_900)
})

test('a coupon for no course that is sold costs nothing', () => {
  expect(costOfCoupon({ ...terms, prices: [] })).toBeUndefined()
})
