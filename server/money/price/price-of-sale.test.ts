import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastPaise } from '#contract/money/price.ts'
import { priceOfSale } from './price-of-sale.ts'

const coupon = (given: object = {}) => ({ code: 'COLLEGE20', kind: 'percent' as const, value: 20, stacks: true, ...given })
const sale = (given: object = {}) => ({
  listPaise: 3_600_000,
  offerPaise: 3_600_000,
  discountText: null,
  granted: null,
  coupon: null,
  ...given,
})
const paiseOf = ({ lines }: ReturnType<typeof priceOfSale>) => lines.map(({ kind, paise }) => [kind, paise])

test('without a discount and a coupon the list price is paid', () => {
  expect(paiseOf(priceOfSale(sale()))).toEqual([
    ['list', 3_600_000],
    ['total', 3_600_000],
  ])
})

test('a stacking coupon is taken off the discounted price', () => {
  expect(paiseOf(priceOfSale(sale({ offerPaise: 2_880_000, discountText: '20%', coupon: coupon({ value: 10 }) })))).toEqual([
    ['list', 3_600_000],
    ['course_discount', -720_000],
    ['coupon', -288_000],
    ['total', 2_592_000],
  ])
})

test('another coupon takes the place of a lower discount', () => {
  const discounted = sale({ offerPaise: 3_240_000, discountText: '10%', coupon: coupon({ stacks: false }) })
  expect(paiseOf(priceOfSale(discounted))).toEqual([
    ['list', 3_600_000],
    ['coupon', -720_000],
    ['total', 2_880_000],
  ])
})

test('another coupon changes nothing beside a higher discount', () => {
  const { totalPaise, couponPaise } = priceOfSale(sale({ offerPaise: 2_000_000, coupon: coupon({ stacks: false }) }))
  expect([totalPaise, couponPaise]).toEqual([2_000_000, 0])
})

test('the lower of discount and scholarship counts', () => {
  const granted = (paise: number) =>
    paiseOf(priceOfSale(sale({ offerPaise: 2_880_000, granted: { kind: 'scholarship', paise } })))
  expect(granted(1_000_000)).toEqual([
    ['list', 3_600_000],
    ['scholarship', -2_600_000],
    ['total', 1_000_000],
  ])
  expect(granted(3_000_000)).toEqual([
    ['list', 3_600_000],
    ['course_discount', -720_000],
    ['total', 2_880_000],
  ])
})

test('the price of a link has a line of its own', () => {
  const { lines } = priceOfSale(sale({ granted: { kind: 'link', paise: 3_000_000 }, coupon: coupon({ value: 10 }) }))
  expect(lines.map(({ kind, label, paise }) => [kind, label, paise])).toEqual([
    ['list', 'List price', 3_600_000],
    ['link', 'Agreed discount', -600_000],
    ['coupon', 'Code COLLEGE20', -300_000],
    ['total', 'Total fee', 2_700_000],
  ])
})

test('per cent are rounded half up to the paisa', () => {
  const taken = (paise: number, value: number) =>
    priceOfSale(sale({ listPaise: paise, offerPaise: paise, coupon: coupon({ value }) })).couponPaise
  expect([taken(149_999, 50), taken(149_950, 33), taken(150_050, 1)]).toEqual([75_000, 49_484, 1501])
})

test('a price is never below one rupee', () => {
  expect(priceOfSale(sale({ coupon: coupon({ value: 100 }) })).totalPaise).toBe(leastPaise)
  expect(priceOfSale(sale({ coupon: coupon({ kind: 'paise', value: 9_000_000 }) })).totalPaise).toBe(leastPaise)
})

test('the lines of any sale add up to its total', () => {
  const terms = fc.record({
    code: fc.constant('COLLEGE20'),
    kind: fc.constantFrom('percent' as const, 'paise' as const),
    value: fc.integer({ min: 1, max: 100 }),
    stacks: fc.boolean(),
  })
  const paise = fc.integer({ min: leastPaise, max: 100_000_000 })
  const own = fc.record({ kind: fc.constantFrom('scholarship' as const, 'link' as const), paise })
  fc.assert(
    fc.property(paise, paise, fc.option(own), fc.option(terms), (one, other, granted, chosen) => {
      const [offerPaise, listPaise] = [Math.min(one, other), Math.max(one, other)]
      const { lines, totalPaise, couponPaise } = priceOfSale(sale({ listPaise, offerPaise, granted, coupon: chosen }))
      const steps = lines.filter(({ kind }) => kind !== 'total')
      expect(steps.reduce((sum, line) => sum + line.paise, 0)).toBe(totalPaise)
      expect(lines.at(-1)).toMatchObject({ kind: 'total', paise: totalPaise })
      expect(lines.every((line) => Number.isSafeInteger(line.paise))).toBe(true)
      expect(totalPaise).toBeGreaterThanOrEqual(leastPaise)
      expect(totalPaise).toBeLessThanOrEqual(offerPaise)
      expect(couponPaise === 0).toBe(totalPaise === Math.min(offerPaise, granted?.paise ?? offerPaise))
    }),
    { numRuns: 2000 },
  )
})
