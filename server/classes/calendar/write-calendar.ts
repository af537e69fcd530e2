import { TZDate } from '@date-fns/tz'
import ical, { escape, ICalAlarmType, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { joinOpensMinutes } from '#contract/rules.ts'
import type { Deps } from '#server/deps.ts'
import { joinAddress } from '#server/enrolment/own-courses/join-address.ts'
import { staffJoinAddress } from '#server/classes/join/staff-join-address.ts'
import type { CalendarEvent } from './calendar-events.ts'

const zone = 'Asia/Kolkata'
/** India has had one offset since 1945. */
const vtimezone = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
]
const eventBegins = '\r\nBEGIN:VEVENT\r\n'

/** Seconds. A calendar may ask this often; most ask every few hours. */
const refreshSeconds = 60 * 60
const alarmSeconds = joinOpensMinutes * 60

interface Calendar {
  name: string
  /** Students and staff join on pages of their own. */
  reader: 'student' | 'staff'
  events: readonly CalendarEvent[]
}

/**
 * Writes classes as iCalendar (RFC 5545). The text depends on the classes alone, not on the time of writing, so that its ETag
 * stays until something changes. No address of a classroom stands in it.
 */
export function writeCalendar(deps: Pick<Deps, 'config'>, { name, reader, events }: Calendar): string {
  const { host } = new URL(deps.config.publicUrl)
  const calendar = ical({
    prodId: { company: 'Karyashala', product: 'Classes', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // The library writes the name as it is.
    name: escape(printable(name), false),
    ttl: refreshSeconds,
  })
  for (const event of events) {
    const address = reader === 'staff' ? staffJoinAddress(deps, event.id) : joinAddress(deps, event.id)
    const { words, isOn, url } = describe(event, address)
    const written = calendar.createEvent({
      id: `class-${event.id}@${host}`,
      sequence: event.sequence,
      stamp: event.modified_at,
      lastModified: event.modified_at,
      // A plain date would be written in the zone of this process.
      start: new TZDate(event.starts_at, zone),
      end: new TZDate(event.ends_at, zone),
      timezone: zone,
      summary: printable(words.summary),
      description: printable(words.description),
      status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      transparency: isOn ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      ...(url ? { location: url, url } : {}),
    })
    if (isOn) written.createAlarm({ type: ICalAlarmType.display, trigger: alarmSeconds, description: printable(words.summary) })
  }
  // The library would write the zone before properties of the calendar, and times such as DTSTAMP in it, which have to be UTC.
  const text = calendar.toString().replace(eventBegins, () => ['', ...vtimezone].join('\r\n') + eventBegins)
  // It ends without the line break that ends every line.
  return `${text}\r\n`
}

function describe(event: CalendarEvent, url: string) {
  const isOn = event.status === 'confirmed'
  const isLeft = event.status === 'left'
  // Who has left a batch learns nothing more about it.
  const label = (isLeft ? '' : event.topic) || (event.number === null ? 'class' : `class ${event.number}`)
  const summary = `${event.course}: ${label}`
  const facts = [
    event.number === null ? '' : `Class ${event.number} of ${event.total}`,
    `Instructor: ${event.instructor}`,
    event.module && `Module: ${event.module}`,
    event.prepare && `Prepare: ${event.prepare}`,
  ]
  const description = isOn
    ? [...facts.filter(Boolean), '', `The classroom opens ${joinOpensMinutes} minutes before the start: ${url}`].join('\n')
    : isLeft
      ? 'This class is no longer yours.'
      : 'This class is cancelled.'
  // Some calendars ignore the status of a subscribed event, so the words say it too.
  return { words: { summary: isOn ? summary : `Cancelled: ${summary}`, description }, isOn, url: isLeft ? null : url }
}

/** Removes what a text may not have (RFC 5545, 3.1): control characters except tab and line break. */
function printable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}
