import { pathTo } from '#contract/pages.ts'

/** A class for a calendar. Times are ISO 8601. */
export interface CalendarEntry {
  session_id: number
  starts_at: string
  ends_at: string
}

const compact = (instant: string) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
/** Outlook shows a `+` as it is, so spaces are escaped. */
const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`

/** Returns the addresses at which calendars on the web open with the class filled in. @param origin of our join page */
export function calendarLinks({ session_id, starts_at, ends_at }: CalendarEntry, title: string, origin: string) {
  const location = `${origin}${pathTo('join', session_id)}`
  const google = {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(starts_at)}/${compact(ends_at)}`,
    ctz: 'Asia/Kolkata',
    details: location,
    location,
  }
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(starts_at).toISOString(),
    enddt: new Date(ends_at).toISOString(),
    body: location,
    location,
  }
  return {
    google: withQuery('https://calendar.google.com/calendar/render', google),
    outlook: withQuery('https://outlook.live.com/calendar/0/deeplink/compose', outlook),
    office: withQuery('https://outlook.office.com/calendar/0/deeplink/compose', outlook),
  }
}
