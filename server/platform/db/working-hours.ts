/** Days of which the working hours are counted. What waits longer is late in any case. */
const countedDays = 14

/** SQL of the working hours since a moment. @param since SQL of the moment */
export const countedHours = (since: string): string =>
  `round(working_hours(${since}, least(app_now(), ${since} + interval '${countedDays} days')), 2)::float`

/** SQL condition: somebody has waited since a moment for a number of working hours. @param since SQL of the moment */
export const waitedAtLeast = (since: string, hours: number): string =>
  `(${since} <= app_now() - interval '${countedDays} days' or ${countedHours(since)} >= ${hours})`
