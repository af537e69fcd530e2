import { expect, test } from 'vitest'
import { calendarFile, googleCalendarUrl } from './calendar-file.ts'

const event = {
  uid: 'first-class-101@school.example',
  title: 'Cloud; Security, and a title that is far too long for one line of a calendar file ₹₹₹₹₹₹₹₹₹₹',
  starts_at: '2026-11-26T14:30:00.000Z',
  ends_at: '2026-11-26T16:00:00.000Z',
  url: 'https://school.example/enrolled-courses/1',
}
const file = calendarFile(event, new Date('2026-11-22T08:00:00.000Z'))

test('the file states start and end in UTC', () => {
  expect(file).toContain('\r\nDTSTART:20261126T143000Z\r\nDTEND:20261126T160000Z\r\n')
  expect(file).toContain('\r\nDTSTAMP:20261122T080000Z\r\n')
})

test('long lines are folded and special characters escaped', () => {
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  const unfolded = file.replaceAll('\r\n ', '')
  expect(unfolded).toContain('SUMMARY:Cloud\\; Security\\, and a title')
  expect(unfolded).toContain('₹₹₹₹₹₹₹₹₹₹\r\n')
})

test('the address of Google Calendar carries title and times', () => {
  const { origin, searchParams } = new URL(googleCalendarUrl(event))
  expect(origin).toBe('https://calendar.google.com')
  expect(searchParams.get('text')).toBe(event.title)
  expect(searchParams.get('dates')).toBe('20261126T143000Z/20261126T160000Z')
})
