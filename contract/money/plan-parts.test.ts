import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlanPart, planParts, splitPrice } from './plan-parts.ts'
import { leastPaise } from './price.ts'

const today = '2026-12-01'
const threeParts = [
  { percent: 40, days: 0 },
  { percent: 30, days: 30 },
  { percent: 30, days: 60 },
]
const first = { paise: 1_000_000, days: 0 }
const refusalOf = (parts: object[]) => planParts.safeParse(parts).error?.issues.map(({ message }) => message) ?? []

test('₹36,000 in three parts is ₹14,400 and twice ₹10,800', () => {
  expect(splitPrice(3_600_000, threeParts, today)).toEqual([
    { number: 1, paise: 1_440_000, days: 0, due_on: '2026-12-01' },
    { number: 2, paise: 1_080_000, days: 30, due_on: '2026-12-31' },
    { number: 3, paise: 1_080_000, days: 60, due_on: '2027-01-30' },
  ])
})

test('beside rupees the last part takes what is left', () => {
  const plan = [first, { paise: 1_500_000, due_on: '2027-01-15' }, { due_on: '2027-03-01' }]
  expect(splitPrice(3_600_000, plan, today)).toEqual([
    { number: 1, paise: 1_000_000, days: 0, due_on: '2026-12-01' },
    { number: 2, paise: 1_500_000, days: null, due_on: '2027-01-15' },
    { number: 3, paise: 1_100_000, days: null, due_on: '2027-03-01' },
  ])
  // The amount of the last part is what it comes to at the full price.
  const whole = [first, { paise: 2_600_000, days: 30 }]
  expect(splitPrice(2_880_000, whole, today)).toMatchObject([{ paise: 1_000_000 }, { paise: 1_880_000 }])
})

test('a price too small for a plan has no parts', () => {
  expect(splitPrice(249, threeParts, today)).toBe('price_too_small')
  expect(splitPrice(1_000_099, [first, { days: 30 }], today)).toBe('price_too_small')
  expect(splitPrice(1_000_100, [first, { days: 30 }], today)).toHaveLength(2)
})

test('a day that has passed or comes too early is told', () => {
  const dated = (day: string) => splitPrice(3_600_000, [first, { paise: 100_000, days: 30 }, { due_on: day }], today)
  expect([dated(today), dated('2026-12-02'), dated('2026-12-31')]).toEqual([
    'date_passed',
    'dates_out_of_order',
    'dates_out_of_order',
  ])
  expect(dated('2027-01-01')).toHaveLength(3)
})

test.each([
  ['neither days nor a date', [first, { percent: 10 }, { days: 60 }], 'Each part is due after some days, or on a day.'],
  ['days and a date', [first, { days: 60, due_on: '2027-01-01' }], 'Each part is due after some days, or on a day.'],
  ['no amount before the last', [first, { days: 30 }, { days: 60 }], 'Each part but the last is per cent or rupees.'],
  ['two amounts', [{ ...first, percent: 10 }, { days: 60 }], 'Each part but the last is per cent or rupees.'],
  [
    'a last per cent',
    [first, { percent: 50, days: 60 }],
    'Beside rupees the last part takes what is left: please leave its per cent out.',
  ],
  [
    'a last amount',
    [
      { percent: 40, days: 0 },
      { paise: 100, days: 60 },
    ],
    'Beside per cent the last part takes what is left: please leave its amount out.',
  ],
  [
    'too many per cent',
    [{ percent: 60, days: 0 }, { percent: 40, days: 10 }, { days: 60 }],
    'The parts must add up to 100 per cent.',
  ],
  ['a first date', [{ paise: 100, due_on: '2027-01-01' }, { days: 60 }], 'The first part is paid at once: please give 0 days.'],
  [
    'falling dates',
    [first, { paise: 100, due_on: '2027-02-01' }, { due_on: '2027-01-01' }],
    'Each part is due after the one before it.',
  ],
])('parts with %s are refused', (_, parts, message) => {
  expect(refusalOf(parts)).toContain(message)
})

test('parts of any plan add up to the price', () => {
  const amount = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ paise: fc.integer({ min: leastPaise, max: 2_000_000 }) }),
  )
  const plan = fc.array(amount, { minLength: 1, maxLength: 11 }).map((all): PlanPart[] => {
    const parts = all.map((one, at) => ({ ...one, days: at * 30 }))
    const percent = all.reduce((sum, one) => sum + ('percent' in one ? one.percent : 0), 0)
    const isWhole = percent < 100 && all.every((one) => 'percent' in one)
    return [...parts, { ...(isWhole ? { percent: 100 - percent } : {}), days: all.length * 30 }]
  })
  fc.assert(
    fc.property(fc.integer({ min: leastPaise, max: 10_000_000 }), plan, (total, parts) => {
      const split = splitPrice(total, parts, today)
      if (typeof split === 'string') {
        expect(split).toBe('price_too_small')
        return
      }
      expect(split.reduce((sum, { paise }) => sum + paise, 0)).toBe(total)
      expect(Math.min(...split.map(({ paise }) => paise))).toBeGreaterThanOrEqual(leastPaise)
      for (const [at, { paise }] of split.slice(0, -1).entries()) {
        const exact = parts[at]?.paise ?? (total * (parts[at]?.percent ?? 0)) / 100
        expect(Math.abs(paise - exact)).toBeLessThanOrEqual(0.5)
      }
    }),
    { numRuns: 2000 },
  )
})
