import { expect, test } from 'vitest'
import * as format from './format.ts'

const zone = { timeZone: 'Asia/Kolkata' } as const
const written = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-IN', { ...zone, ...options })
  return (instant: string) => formatter.format(new Date(instant))
}

test('dates and times equal those of English in India', () => {
  const same = [
    [format.formatShortDay, written({ day: 'numeric', month: 'short' })],
    [format.formatPlainDay, written({ day: 'numeric', month: 'long', year: 'numeric' })],
    [format.formatMonthOfYear, written({ month: 'long', year: 'numeric' })],
    [format.formatDayOfMonth, written({ day: '2-digit' })],
    [format.formatMonth, written({ month: 'short' })],
  ] as const
  const day = written({ weekday: 'short', day: 'numeric', month: 'short' })
  const longDay = written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const clock = written({ hour: 'numeric', minute: '2-digit', hour12: true })
  for (let hour = 0; hour < 366 * 24; hour += 5) {
    const instant = new Date(Date.UTC(2027, 11, 30, hour, (hour * 7) % 60)).toISOString()
    for (const [own, other] of same) expect(own(instant)).toBe(other(instant))
    expect(format.formatDay(instant)).toBe(day(instant).replace(',', ''))
    expect(format.formatLongDay(instant).replace(',', '')).toBe(longDay(instant).replace(',', ''))
    expect(format.formatClock(instant)).toBe(`${clock(instant).toUpperCase()} IST`)
  }
})

test('rupees are grouped as in India', () => {
  const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
  const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  for (const rupees of [0, 1, 12, 999, 1000, 45_000, 99_999, 100_000, 1_234_567, 98_765_432, 1_234_567_890, -4500, -100_000]) {
    expect(format.formatRupees(rupees)).toBe(`₹${whole.format(rupees)}`)
    expect(format.formatRupees(rupees + 0.5)).toBe(`₹${exact.format(rupees + 0.5)}`)
  }
})

test('lengths are hours, minutes and seconds', () => {
  const lengths = [0, 54, 754, 5265, Number.NaN].map(format.formatLength)
  expect(lengths).toEqual(['0:00', '0:54', '12:34', '1:27:45', ''])
})
