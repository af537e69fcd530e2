const ist = 'Asia/Kolkata'

/** The zone of the browser. */
let ownZone: string | undefined
/** Formatters by zone. A new one costs a hundred times its use. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const labels = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string, formatters: typeof clocks, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('en-IN', { ...options, timeZone: zone })
  formatters.set(zone, formatter)
  return formatter
}

/** The day and time of an instant in a zone, such as "Mon, 3:00 PM GMT+1"; empty where clocks show the same as in India. */
export function localTimeIn(zone: string, instant: string): string {
  const at = new Date(instant)
  const plain = (timeZone: string) => formatterOf(timeZone, clocks, { dateStyle: 'short', timeStyle: 'short' }).format(at)
  if (plain(zone) === plain(ist)) return ''
  return formatterOf(zone, labels, { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(at)
    .replace(/\b[ap]m\b/, (half) => half.toUpperCase())
}

/** What a page shows beside a time in IST: the time in the browser's zone when it differs, else nothing. */
export function localTimeText(instant: string): string {
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  const local = localTimeIn(ownZone, instant)
  return local && `(${local} for you)`
}
