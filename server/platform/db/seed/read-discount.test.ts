import { expect, it } from 'vitest'
import { leavesOneRupee, readDiscount } from './read-discount.ts'

it.each([
  ['20%', { kind: 'percent', percent: 20 }],
  ['12.5%', { kind: 'percent', percent: 12.5 }],
  ['100%', { kind: 'percent', percent: 100 }],
  ['₹5,000', { kind: 'rupees', rupees: 5000 }],
  ['₹1,00,000.50', { kind: 'rupees', rupees: 100000.5 }],
])('reads %s', (value, discount) => {
  expect(readDiscount(value)).toEqual(discount)
})

it.each(['', '20', '-20%', '0%', '101%', '100.01%', '₹0', '₹-5', 'Rs 500', '5,000', 'half', '20% off'])('rejects %j', (value) => {
  expect(readDiscount(value)).toBeNull()
})

it('checks that at least one rupee is left to pay', () => {
  expect(leavesOneRupee(100, { kind: 'percent', percent: 99 })).toBe(true)
  expect(leavesOneRupee(99, { kind: 'percent', percent: 99 })).toBe(false)
  expect(leavesOneRupee(500, { kind: 'rupees', rupees: 499 })).toBe(true)
  expect(leavesOneRupee(500, { kind: 'rupees', rupees: 499.01 })).toBe(false)
})
