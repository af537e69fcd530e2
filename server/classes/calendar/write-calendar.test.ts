import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { CalendarEvent } from './calendar-events.ts'
import { writeCalendar } from './write-calendar.ts'

const deps = { config: { publicUrl: 'https://school.example' } } as Parameters<typeof writeCalendar>[0]
const one: CalendarEvent = {
  id: 2101,
  course: 'Cloud; Security, and more',
  number: 7,
  total: 28,
  topic: 'Paths like C:\\new',
  module: 'Basics',
  prepare: 'Read chapter 1.\r\nBring questions 😀',
  instructor: 'Meera, Kulkarni',
  starts_at: new Date('2031-02-03T14:00:00Z'),
  ends_at: new Date('2031-02-03T15:30:00Z'),
  sequence: 3,
  modified_at: new Date('2031-01-01T06:00:00Z'),
  status: 'confirmed',
}
const parse = (text: string) => new ICAL.Component(ICAL.parse(text) as [])
const eventOf = (text: string) => {
  const found = parse(text).getFirstSubcomponent('vevent')
  if (!found) throw new Error('there is no event')
  return found
}
const valueOf = (text: string, name: string) => eventOf(text).getFirstPropertyValue(name)
const printed = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')

test('an event has the facts of its class', () => {
  const text = writeCalendar(deps, { name: 'School classes', reader: 'student', events: [one] })
  const facts = ['uid', 'sequence', 'status', 'summary', 'url', 'location', 'description'].map((name) => valueOf(text, name))
  expect(facts).toEqual([
    'class-2101@school.example',
    3,
    'CONFIRMED',
    'Cloud; Security, and more: Paths like C:\\new',
    'https://school.example/join/2101',
    'https://school.example/join/2101',
    [
      'Class 7 of 28',
      'Instructor: Meera, Kulkarni',
      'Module: Basics',
      'Prepare: Read chapter 1.',
      'Bring questions 😀',
      '',
      'The classroom opens 15 minutes before the start: https://school.example/join/2101',
    ].join('\n'),
  ])
  expect(String(valueOf(text, 'dtstamp'))).toBe('2031-01-01T06:00:00Z')
  expect(String(valueOf(text, 'last-modified'))).toBe('2031-01-01T06:00:00Z')
  const alarm = eventOf(text).getFirstSubcomponent('valarm')
  expect([alarm?.getFirstPropertyValue('action'), String(alarm?.getFirstPropertyValue('trigger'))]).toEqual(['DISPLAY', '-PT15M'])
  expect(alarm?.getFirstPropertyValue('description')).toBe(valueOf(text, 'summary'))
})

test('the calendar has a name, a method and an interval', () => {
  const calendar = parse(writeCalendar(deps, { name: 'A, B; C\nUID:x', reader: 'student', events: [] }))
  const value = (name: string) => String(calendar.getFirstPropertyValue(name))
  expect(['method', 'version', 'refresh-interval', 'x-published-ttl', 'name', 'x-wr-calname'].map(value)).toEqual([
    'PUBLISH',
    '2.0',
    'PT1H',
    'PT1H',
    // The parser knows neither name and leaves their escapes.
    'A\\, B\\; C\\nUID:x',
    'A\\, B\\; C\\nUID:x',
  ])
  expect(calendar.getAllSubcomponents()).toEqual([])
})

test('properties of the calendar precede its components', () => {
  const lines = writeCalendar(deps, { name: 'BEGIN:VEVENT', reader: 'student', events: [one, { ...one, id: 2 }] }).split('\r\n')
  const first = lines.indexOf('BEGIN:VTIMEZONE')
  const names = lines.slice(1, first).map((line) => line.split(/[;:]/)[0])
  expect(names).toEqual(['VERSION', 'PRODID', 'METHOD', 'NAME', 'X-WR-CALNAME', 'REFRESH-INTERVAL', 'X-PUBLISHED-TTL'])
  expect(lines[lines.indexOf('END:VTIMEZONE') + 1]).toBe('BEGIN:VEVENT')
  expect(lines.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(1)
  expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
})

test('times are read from the zone in the file alone', () => {
  const text = writeCalendar(deps, { name: 'School', reader: 'student', events: [one] })
  const event = new ICAL.Event(eventOf(text))
  expect([event.startDate.zone?.tzid, event.startDate.toString()]).toEqual(['Asia/Kolkata', '2031-02-03T19:30:00'])
  expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([one.starts_at, one.ends_at])
  // Another offset in the file moves the event: the parser knows no zone of its own.
  const elsewhere = new ICAL.Event(eventOf(text.replaceAll('+0530', '-0500')))
  expect(elsewhere.startDate.toJSDate()).toEqual(new Date('2031-02-04T00:30:00Z'))
})

test('the zone of the process changes nothing', () => {
  const before = process.env['TZ']
  const texts = new Set<string>()
  const offsets = new Set<number>()
  try {
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia']) {
      process.env['TZ'] = zone
      offsets.add(one.starts_at.getTimezoneOffset())
      // New York skips this hour.
      texts.add(
        writeCalendar(deps, {
          name: 'School',
          reader: 'student',
          events: [one, { ...one, id: 2, starts_at: new Date('2031-03-08T21:00:00Z') }],
        }),
      )
    }
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
  expect([texts.size, offsets.size]).toEqual([1, 4])
})

test('a cancelled class says so, without an alarm', () => {
  const text = writeCalendar(deps, { name: 'School', reader: 'student', events: [{ ...one, number: null, status: 'cancelled' }] })
  expect(['status', 'summary', 'transp', 'description'].map((name) => valueOf(text, name))).toEqual([
    'CANCELLED',
    'Cancelled: Cloud; Security, and more: Paths like C:\\new',
    'TRANSPARENT',
    'This class is cancelled.',
  ])
  expect(text).not.toContain('VALARM')
})

test('a class that was left tells no topic and no link', () => {
  const text = writeCalendar(deps, { name: 'School', reader: 'student', events: [{ ...one, status: 'left' }] })
  expect([valueOf(text, 'status'), valueOf(text, 'summary')]).toEqual([
    'CANCELLED',
    'Cancelled: Cloud; Security, and more: class 7',
  ])
  expect(text).not.toMatch(/Paths|Basics|chapter|Meera|join/)
})

test('lines have at most 75 octets and texts survive', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(',', ';', '\\', '\n', '\r\n', 'n', '😀', 'क्', '"', ':') }),
  )
  const words = fc.array(part, { maxLength: 12 }).map((parts) => parts.join('').replaceAll(/\p{Cs}/gu, ''))
  fc.assert(
    fc.property(words, words, words, (course, topic, prepare) => {
      const text = writeCalendar(deps, { name: course, reader: 'student', events: [{ ...one, course, topic, prepare }] })
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(lines.some((line) => /[\n\r]/.test(line))).toBe(false)
      expect(text).not.toContain('\ufffd')
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      expect(valueOf(text, 'summary')).toBe(printed(`${course}: ${topic || 'class 7'}`))
      const description = String(valueOf(text, 'description'))
      if (prepare) expect(description).toContain(`Prepare: ${printed(prepare)}\n`)
    }),
    { numRuns: 60 },
  )
})
