import { expect, test } from 'vitest'
import { findDay, readDay } from './days.ts'

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-01 19:30:00', '2026-12-01'],
  ['02/03/2026', '2026-03-02'],
  ['2-3-26', '2026-03-02'],
  ['13/12/2026', '2026-12-13'],
  ['12/13/2026', '2026-12-13'],
  ['1 Dec 2026', '2026-12-01'],
  ['1st December, 2026', '2026-12-01'],
  ['1-Dec-2026', '2026-12-01'],
  ['Dec 1, 2026 7:30 pm', '2026-12-01'],
  ['31/02/2026', null],
  ['soon', null],
  ['', null],
])('the day %s is %s', (text, expected) => expect(readDay(text)).toBe(expected))

test.each([
  ['Full Stack, 1 Dec 2026', '2026-12-01', 'Full Stack'],
  ['Full Stack (1st of December)', '2026-12-01', 'Full Stack ( )'],
  ['Full Stack – Dec 1', '2026-12-01', 'Full Stack –'],
  ['Batch of 01/12/2026, evening', '2026-12-01', 'Batch of , evening'],
  ['2026-12-01 19:30:00', '2026-12-01', ''],
])('%s has the day %s', (text, expected, rest) => {
  const found = findDay(text)
  expect(found?.isOf(2026).map((at) => new Date(at).toISOString().slice(0, 10))).toContain(expected)
  expect(found?.rest.replaceAll(/ +/g, ' ').trim().replace(/,$/, '')).toBe(rest)
})

test('a text without a day has none', () => expect(findDay('Decision making 101, 12 weeks')).toBeNull())
