import { expect, it } from 'vitest'
import { localTimeIn } from './local-time.ts'

/** 19:30 in India. */
const winter = '2031-02-03T14:00:00Z'
const summer = '2031-07-07T14:00:00Z'

it.each([
  ['Europe/Berlin', 'Mon, 3:00 PM GMT+1', 'Mon, 4:00 PM GMT+2'],
  ['America/New_York', 'Mon, 9:00 AM GMT-5', 'Mon, 10:00 AM GMT-4'],
  ['Australia/Sydney', 'Tue, 1:00 AM GMT+11', 'Tue, 12:00 AM GMT+10'],
  ['Asia/Dubai', 'Mon, 6:00 PM GST', 'Mon, 6:00 PM GST'],
  ['Asia/Kathmandu', 'Mon, 7:45 PM GMT+5:45', 'Mon, 7:45 PM GMT+5:45'],
])('in %s a class has its time of the season', (zone, before, after) => {
  expect([localTimeIn(zone, winter), localTimeIn(zone, summer)]).toEqual([before, after])
})

it.each(['Asia/Kolkata', 'Asia/Colombo'])('is empty in %s', (zone) => {
  expect(localTimeIn(zone, winter)).toBe('')
})

it('names the new offset from the class after the clocks change', () => {
  // Berlin changes on 30 March 2031.
  expect(localTimeIn('Europe/Berlin', '2031-03-28T14:00:00Z')).toBe('Fri, 3:00 PM GMT+1')
  expect(localTimeIn('Europe/Berlin', '2031-03-31T14:00:00Z')).toBe('Mon, 4:00 PM GMT+2')
})
