import { expect, test } from 'vitest'
import { dayRanges } from './day-ranges.ts'

const rangesAt = (instant: string) => dayRanges(new Date(instant)).map(({ from, to }) => `${from} ${to}`)

test.each([
  ['2026-11-23T06:30:00Z', ['2026-11-01 2026-11-30', '2026-10-01 2026-10-31', '2026-04-01 2027-03-31']],
  ['2028-03-10T06:30:00Z', ['2028-03-01 2028-03-31', '2028-02-01 2028-02-29', '2027-04-01 2028-03-31']],
  ['2027-01-10T06:30:00Z', ['2027-01-01 2027-01-31', '2026-12-01 2026-12-31', '2026-04-01 2027-03-31']],
])('the ranges at %s are those of its month', (instant, ranges) => {
  expect(rangesAt(instant)).toEqual(ranges)
})

test('April begins at midnight in India', () => {
  expect(rangesAt('2027-03-31T18:29:59Z')).toEqual(['2027-03-01 2027-03-31', '2027-02-01 2027-02-28', '2026-04-01 2027-03-31'])
  expect(rangesAt('2027-03-31T18:30:00Z')).toEqual(['2027-04-01 2027-04-30', '2027-03-01 2027-03-31', '2027-04-01 2028-03-31'])
})
