const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Writes minutes east of UTC: `UTC−08:00`, `UTC+05:30`, `UTC`. */
export function zoneText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
