import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitReturnedTax, splitTax } from './split-tax.ts'

const price = fc.integer({ min: 100, max: 100_000_000_00 })
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
const supply = fc.constantFrom('intra' as const, 'inter' as const)
const sumOf = (tax: ReturnType<typeof splitTax>) => tax.taxable_paise + tax.cgst_paise + tax.sgst_paise + tax.igst_paise

test('splits a price that includes 18 percent tax to the paisa', () => {
  expect(splitTax(4_150_000, 18, 'intra')).toEqual({
    rate: 18,
    taxable_paise: 3_516_950,
    cgst_paise: 316_525,
    sgst_paise: 316_525,
    igst_paise: 0,
  })
  expect(splitTax(149_999, 18, 'inter')).toMatchObject({ taxable_paise: 127_118, cgst_paise: 0, igst_paise: 22_881 })
})

test('heads and value add up and both halves are equal', () => {
  fc.assert(
    fc.property(price, percent, supply, (amount, rate, kind) => {
      const tax = splitTax(amount, rate, kind)
      expect(sumOf(tax)).toBe(amount)
      expect(tax.cgst_paise).toBe(tax.sgst_paise)
      const exact = (amount * rate) / (100 + rate)
      const rounded = kind === 'intra' ? tax.cgst_paise * 2 : tax.igst_paise
      expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(kind === 'intra' ? 1.001 : 0.501)
    }),
  )
})

test('partial refunds add up to the sale in every head', () => {
  fc.assert(
    fc.property(
      price,
      percent,
      supply,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (amount, rate, kind, cuts) => {
        const sold = { sac: '999293', ...splitTax(amount, rate, kind) }
        const at = [0, ...cuts.map((cut) => Math.floor(cut * amount)).toSorted((a, b) => a - b), amount]
        const parts = at
          .slice(1)
          .map((end, index) => splitReturnedTax(sold, { beforePaise: at[index] ?? 0, amountPaise: end - (at[index] ?? 0) }))
        for (const head of ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise'] as const) {
          expect(parts.reduce((sum, part) => sum + part[head], 0)).toBe(sold[head])
        }
      },
    ),
  )
})
