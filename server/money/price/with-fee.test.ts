import { expect, test } from 'vitest'
import { priceOfSale } from './price-of-sale.ts'
import { withFee } from './with-fee.ts'

test('the lines with a fee add up to the total', () => {
  const sale = { listPaise: 3_600_000, offerPaise: 3_000_000, granted: null, discountText: null, coupon: null }
  const { lines, totalPaise } = withFee(priceOfSale(sale), 50_000)
  expect(totalPaise).toBe(3_050_000)
  expect(lines.filter(({ kind }) => kind !== 'total').reduce((sum, { paise }) => sum + paise, 0)).toBe(totalPaise)
  expect(lines.map(({ kind }) => kind)).toEqual(['list', 'course_discount', 'fee', 'total'])
})
