const ist = 'Asia/Kolkata'

/** The day and time of an instant in a zone, such as "Mon, 3:00 PM GMT+1"; empty where clocks show the same as in India. */
export function localTimeIn(zone: string, instant: string): string {
  const at = new Date(instant)
  const plain = (timeZone: string) => at.toLocaleString('en-IN', { timeZone })
  if (plain(zone) === plain(ist)) return ''
  return new Intl.DateTimeFormat('en-IN', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(at)
    .replace(/\b[ap]m\b/, (half) => half.toUpperCase())
}

/** What a page shows beside a time in IST: the time in the browser's zone when it differs, else nothing. */
export function localTimeText(instant: string): string {
  const local = localTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant)
  return local && `(${local} for you)`
}
