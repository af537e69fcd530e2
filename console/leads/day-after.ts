const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day in India after so many days, as `YYYY-MM-DD`. */
export function dayAfter(days: number, now = Date.now()): string {
  return indianDay.format(now + days * 86_400_000)
}
