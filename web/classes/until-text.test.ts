import { expect, it } from 'vitest'
import { untilText } from './until-text.ts'

// 3 February 2031, 19:30 IST.
const start = '2031-02-03T14:00:00.000Z'

it.each([
  ['2031-01-28T14:00:00Z', 'in 6 days'],
  // 23:59 and 00:01 in India, on the same day of UTC.
  ['2031-01-31T18:29:00Z', 'in 3 days'],
  ['2031-01-31T18:31:00Z', 'in 2 days'],
  ['2031-02-01T18:31:00Z', 'tomorrow'],
  ['2031-02-02T18:31:00Z', 'in 19 hours'],
  ['2031-02-03T11:31:00Z', 'in 2 hours'],
  ['2031-02-03T12:59:00Z', 'in 1 hour'],
  ['2031-02-03T13:00:00Z', 'in 1 hour'],
  ['2031-02-03T13:08:42Z', 'in 52 min'],
  ['2031-02-03T13:59:59Z', 'in 1 min'],
  [start, 'now'],
])('at %s a class is %s', (now, text) => {
  expect(untilText(start, Date.parse(now))).toBe(text)
})

it('a class just after midnight is hours away, not tomorrow', () => {
  expect(untilText('2031-02-03T18:45:00Z', Date.parse('2031-02-03T15:30:00Z'))).toBe('in 3 hours')
})
