import { expect, it } from 'vitest'
import { classDays, classTimeText, dayText, istDay, istInstant } from './class-days.ts'

const monday = new Date('2031-01-27T06:30:00Z')

it('keeps a start on a class day', () => {
  const [first] = classDays({ starts_in_days: 2, weekdays: ['mon', 'wed'], weeks: 1 }, monday)
  expect(dayText(first ?? 0)).toBe('2031-01-29')
})

it("moves a start forward to the first of the batch's weekdays", () => {
  const [first] = classDays({ starts_in_days: 4, weekdays: ['wed', 'mon'], weeks: 1 }, monday)
  expect(dayText(first ?? 0)).toBe('2031-02-03')
})

it('moves a start forward to the next class day', () => {
  const [first] = classDays({ starts_in_days: -1, weekdays: ['sat'], weeks: 1 }, monday)
  expect(dayText(first ?? 0)).toBe('2031-02-01')
})

it('returns all class days when the start is mid-week', () => {
  const days = classDays({ starts_in_days: 1, weekdays: ['mon', 'thu'], weeks: 2 }, monday)
  expect(days.map(dayText)).toEqual(['2031-01-30', '2031-02-03', '2031-02-06', '2031-02-10'])
})

it('returns the day in India before and after midnight', () => {
  expect(dayText(istDay(new Date('2031-01-27T18:29:59.999Z')))).toBe('2031-01-27')
  expect(dayText(istDay(new Date('2031-01-27T18:30:00Z')))).toBe('2031-01-28')
})

it('converts India time to UTC across the date boundary', () => {
  const day = istDay(monday)
  expect(istInstant(day, '19:30').toISOString()).toBe('2031-01-27T14:00:00.000Z')
  expect(istInstant(day, '05:00').toISOString()).toBe('2031-01-26T23:30:00.000Z')
})

it('formats class times across noon and midnight', () => {
  expect(classTimeText('19:30', 90)).toBe('7:30 PM – 9:00 PM IST')
  expect(classTimeText('11:00', 90)).toBe('11:00 AM – 12:30 PM IST')
  expect(classTimeText('23:30', 45)).toBe('11:30 PM – 12:15 AM IST')
})
