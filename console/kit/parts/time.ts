const moment = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** A day and a time in India. */
export function formatMoment(instant: string): string {
  return `${moment.format(new Date(instant)).replace(/\b[ap]m\b/, (half) => half.toUpperCase())} IST`
}
