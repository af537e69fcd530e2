import { describe, expect, test } from 'vitest'
import { dayError, dayText, readDay, spokenDay } from './day-text.ts'
import { readTime, timeError, timeText } from './time-text.ts'

const now = '2026-11-27'

describe('days', () => {
  test.for([
    '3/12/2026',
    '03/12/2026',
    '3-12-26',
    '3.12.2026',
    '3 12 26',
    '3 / 12 / 2026',
    '03122026',
    '031226',
    '3/12',
    '3 dec',
    '3dec',
    '3rd December',
    '3rd of Dec',
    '3 Dec 2026',
    '3-Dec-26',
    '3Dec2026',
    "3 Dec '26",
    'Dec 3',
    'December 3, 2026',
    '2026-12-03',
    '2026/12/3',
    '20261203',
    '३/१२/२०२६',
    '३ dec २०२६',
    '৩/১২/২০২৬',
    'Thu 3 Dec',
    'Thursday, 3 December 2026',
    '  3   DEC  2026 ',
  ])('reads 3 December 2026 from %s', (text) => {
    expect(readDay(text, {}, now)).toBe('2026-12-03')
  })

  test.for([
    ['today', '2026-11-27'],
    ['Tomorrow', '2026-11-28'],
    ['yesterday', '2026-11-26'],
    ['1 sept', '2026-09-01'],
    ['12/3/2026', '2026-03-12'],
    ['29 feb 2028', '2028-02-29'],
    ['20112012', '2012-11-20'],
  ] as const)('reads %s as %s', ([text, day]) => {
    expect(readDay(text, {}, now)).toBe(day)
  })

  test.for([
    ['3 jan', {}, '2027-01-03'],
    ['3 jan', { max: now }, '2026-01-03'],
    ['20 nov', { min: now }, '2027-11-20'],
    ['28 dec', { max: now }, '2025-12-28'],
  ] as const)('takes the nearest year that is allowed for %s', ([text, limits, day]) => {
    expect(readDay(text, limits, now)).toBe(day)
  })

  test.for([
    '',
    '3',
    '12/25/2026',
    '31 june 2026',
    '29 feb 2026',
    '3 d',
    '3 dex 2026',
    '3/12/202',
    '3/12/1026',
    'Friday 3 Dec 2026',
    '2026-13-01',
    'soon',
    '3 dec 2026 or so',
  ])('refuses the day %s', (text) => {
    expect(readDay(text, {}, now)).toBeNull()
  })

  test('writes a day with its month in letters', () => {
    expect(dayText('2026-09-03')).toBe('3 Sept 2026')
    expect(spokenDay('2026-12-03')).toBe('Thursday, 3 December 2026')
    expect(readDay(dayText('2027-01-31'), {}, now)).toBe('2027-01-31')
  })

  test('says what is wrong with a day', () => {
    const limits = { min: '2026-11-01', max: '2026-11-27' }
    expect(dayError('', limits)).toBeUndefined()
    expect(dayError('2026-11-27', limits)).toBeUndefined()
    expect(dayError('2026-11-28', limits)).toBe('Please choose 27 Nov 2026 or an earlier day.')
    expect(dayError('2026-10-31', limits)).toBe('Please choose 1 Nov 2026 or a later day.')
    expect(dayError('31 june', limits)).toMatch(/^“31 june” is not a date\. Please write it like \d{1,2} [A-Z][a-z]{2} \d{4}\.$/)
  })
})

describe('times', () => {
  test.for(['19:30', '7.30pm', '7:30 pm', '730 pm', '730pm', '1930', '19.30', '7:30 P.M.', '7 30 pm', '७:३० pm', '7:30p'])(
    'reads half past seven in the evening from %s',
    (text) => {
      expect(readTime(text)).toBe('19:30')
    },
  )

  test.for([
    ['7 pm', '19:00'],
    ['7am', '07:00'],
    ['12 am', '00:00'],
    ['12 pm', '12:00'],
    ['12:15 am', '00:15'],
    ['noon', '12:00'],
    ['midnight', '00:00'],
    ['7:30', '07:30'],
    ['730', '07:30'],
    ['00:05', '00:05'],
    ['23:59', '23:59'],
  ] as const)('reads the time %s as %s', ([text, time]) => {
    expect(readTime(text)).toBe(time)
  })

  test.for(['', '7', '19', '24:00', '7:60', '13 pm', '0 am', '7:3', 'evening', '7:30 m', '12345'])(
    'refuses the time %s',
    (text) => {
      expect(readTime(text)).toBeNull()
    },
  )

  test('writes a time and says what is wrong with one', () => {
    expect(['00:00', '07:05', '12:00', '19:30'].map(timeText)).toEqual(['12:00 am', '7:05 am', '12:00 pm', '7:30 pm'])
    expect(timeError('19:30')).toBeUndefined()
    expect(timeError('7')).toBe('“7” is not a time. Please write it like 7:30 pm or 19:30.')
  })
})
