import { expect, test } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

const title = 'Cloud & Security, part 1 + 2: Paths; #3'
const session = { session_id: 2101, starts_at: '2026-11-26T14:30:00.000Z', ends_at: '2026-11-26T16:00:00.000Z' }
const links = calendarLinks(session, title, 'https://school.example')
const join = 'https://school.example/join/2101'

test('the address of Google Calendar has title, times and place', () => {
  const { origin, searchParams } = new URL(links.google)
  expect(origin).toBe('https://calendar.google.com')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    text: title,
    dates: '20261126T143000Z/20261126T160000Z',
    details: join,
    location: join,
  })
})

test('both addresses of Outlook have title, times and place', () => {
  for (const [link, host] of [
    [links.outlook, 'outlook.live.com'],
    [links.office, 'outlook.office.com'],
  ] as const) {
    const url = new URL(link)
    expect([url.host, url.pathname]).toEqual([host, '/calendar/0/deeplink/compose'])
    expect(link).not.toContain('+')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      subject: title,
      startdt: session.starts_at,
      enddt: session.ends_at,
      location: join,
    })
  }
})
