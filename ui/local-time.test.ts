import { expect, it } from 'vitest'
import { localTimeAt } from './local-time.ts'

/** A Monday, 19:30 in India. */
const instant = '2031-02-03T14:00:00Z'

it.each([
  ['Berlin in winter', -60, 'Mon, 3:00 PM GMT+1'],
  ['Berlin in summer', -120, 'Mon, 4:00 PM GMT+2'],
  ['New York', 300, 'Mon, 9:00 AM GMT-5'],
  ['Sydney, on the next day', -660, 'Tue, 1:00 AM GMT+11'],
  ['Brisbane at midnight', -600, 'Tue, 12:00 AM GMT+10'],
  ['Dubai', -240, 'Mon, 6:00 PM GMT+4'],
  ['Kathmandu', -345, 'Mon, 7:45 PM GMT+5:45'],
  ['Newfoundland', 210, 'Mon, 10:30 AM GMT-3:30'],
  ['London', 0, 'Mon, 2:00 PM GMT'],
])('a class has its time in %s', (_, offset, text) => {
  expect(localTimeAt(offset, instant)).toBe(text)
})

it('is empty where clocks show the same as in India', () => {
  expect(localTimeAt(-330, instant)).toBe('')
})
