import { expect, test } from 'vitest'
import { addMonths, monthsOf, rangeOf } from './months.ts'

test('months pass the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-11', -11)).toBe('2025-12')
  expect(monthsOf('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
})

test.each([
  [{}, '2026-03', { from: '2025-04', to: '2026-03' }],
  [{}, '2026-04', { from: '2026-04', to: '2027-03' }],
  [{ range: 'previous_financial_year' as const }, '2026-04', { from: '2025-04', to: '2026-03' }],
  [{ range: 'last_12_months' as const }, '2026-11', { from: '2025-12', to: '2026-11' }],
  [{ from: '2020-01', to: '2020-02' }, '2026-11', { from: '2020-01', to: '2020-02' }],
])('the range of %o in %s is %o', (asked, today, range) => {
  expect(rangeOf(asked, today)).toEqual(range)
})
