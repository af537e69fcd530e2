import { expect, test } from 'vitest'
import { addDays, clockOf, dayOf, instantOf, mondayOf, monthsBetween, namesOfWeekdays, weekdayOf, weeksOfMonth } from './days.ts'

test('an instant has its day and time of India', () => {
  expect(dayOf('2026-12-31T18:30:00.000Z')).toBe('2027-01-01')
  expect(clockOf('2026-12-31T18:29:00.000Z')).toBe('23:59')
  expect(instantOf('2027-01-01', '00:00')).toBe('2026-12-31T18:30:00.000Z')
})

test('days are counted over the ends of months and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(weekdayOf('2026-12-06')).toBe(7)
  expect(mondayOf('2026-12-06')).toBe('2026-11-30')
})

test('a month has every week of which it holds a day', () => {
  expect(weeksOfMonth('2027-02')).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'])
  expect(weeksOfMonth('2026-11')[0]).toBe('2026-10-26')
  expect(weeksOfMonth('2026-11').at(-1)).toBe('2026-11-30')
  expect(monthsBetween('2026-12-31', '2027-02-01')).toEqual(['2026-12', '2027-01', '2027-02'])
})

test('weekdays are named in the order of the week', () => {
  expect(namesOfWeekdays([5, 1, 3])).toBe('Monday, Wednesday and Friday')
  expect(namesOfWeekdays([7])).toBe('Sunday')
})
