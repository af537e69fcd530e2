/** Minutes, as `getTimezoneOffset` counts them. India does not change its clocks. */
const istOffset = -330
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const two = (value: number) => String(value).padStart(2, '0')

/**
 * The day and time of an instant, such as "Mon, 3:00 PM GMT+1"; empty where clocks show the same as in India. It is not formatted by
 * `Intl`, whose first formatter takes 60 ms on a slow phone before the first paint.
 * @param offset minutes from local time to UTC at that instant, as `getTimezoneOffset` counts them
 */
export function localTimeAt(offset: number, instant: string): string {
  if (offset === istOffset) return ''
  const local = new Date(Date.parse(instant) - offset * 60_000)
  const [hours, minutes] = [local.getUTCHours(), local.getUTCMinutes()]
  const time = `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
  return `${weekdays[local.getUTCDay()]}, ${time} ${zoneName(offset)}`
}

function zoneName(offset: number): string {
  if (offset === 0) return 'GMT'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `GMT${offset < 0 ? '+' : '-'}${hours}${minutes > 0 ? `:${two(minutes)}` : ''}`
}

/** What a page shows beside a time in IST: the time in the browser's zone when it differs, else nothing. */
export function localTimeText(instant: string): string {
  const local = localTimeAt(new Date(instant).getTimezoneOffset(), instant)
  return local && `(${local} for you)`
}
