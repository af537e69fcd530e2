/** "42 hours", "7.5 hours", "1 hour": to the nearest half hour, as the PDF has it. */
export function hoursText(minutes: number): string {
  const hours = Math.max(0.5, Math.round(minutes / 30) / 2)
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
