import { one, type Queryable, statement } from './query.ts'

/** SQL of the moment at which a day begins in India. */
export const midnightSql = (day: string) => `(${day})::timestamp at time zone 'Asia/Kolkata'`

/** SQL of the day of a moment in India, `YYYY-MM-DD`. @param column a timestamptz */
export const dayInIndiaSql = (column: string) => `to_char(${column} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`

/** Conditions of the filters `from` and `to`: days in India, both included. @param column a timestamptz */
export const dayFiltersOf = (column: string) => ({
  from: { type: 'date', sql: (value: string) => `${column} >= ${midnightSql(value)}` },
  to: { type: 'date', sql: (value: string) => `${column} < ${midnightSql(`${value} + 1`)}` },
})

const todayInIndia = statement<{ today: string }>(
  'today_in_india',
  `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`,
)

/** The day in India, `YYYY-MM-DD`. */
export async function readToday(db: Queryable): Promise<string> {
  return (await one(db, todayInIndia)).today
}
