import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'

/** SQL of the first moment of the month whose first day is the parameter. */
export const monthBegins = (parameter: string) => midnightSql(`${parameter}::date`)
/** SQL of the first moment after it. */
export const monthEnds = (parameter: string) => midnightSql(`${parameter}::date + interval '1 month'`)
/** SQL: a moment is in the month whose first day is the parameter. */
export const inMonth = (moment: string, parameter: string) =>
  `${moment} >= ${monthBegins(parameter)} and ${moment} < ${monthEnds(parameter)}`

/** The first day of a month, `YYYY-MM-DD`. */
export const firstDayOf = (month: string): string => `${month}-01`

/** @throws HttpError 400 for a month that has not begun */
export async function assertBegun(deps: Pick<Deps, 'db'>, month: string): Promise<void> {
  if (firstDayOf(month) <= (await readToday(deps.db))) return
  const text = 'This month has not begun.'
  throw invalid(text, { month: [text] })
}
