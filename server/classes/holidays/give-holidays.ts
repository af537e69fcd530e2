import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { giveOnce } from '#server/platform/starter-sets/give-once.ts'
import { daysOfIndia, firstCalendar, type StarterHoliday } from './fixed-days.ts'

const addHolidays = statement<{ id: number }>(
  'add_holidays',
  `insert into holidays (calendar, day, name, is_tentative)
   select $1, h.day, h.name, h.is_tentative from jsonb_to_recordset($2::jsonb) as h (day date, name text, is_tentative boolean)
   on conflict (calendar, day) do nothing returning id`,
)

/** Adds days to the first calendar and returns their ids. A day that is in it stays as it is. */
export async function addDays(tx: Queryable, days: readonly StarterHoliday[]): Promise<number[]> {
  return (await rows(tx, addHolidays, [firstCalendar, JSON.stringify(days)])).map(({ id }) => id)
}

/** Gives a new school the holidays of India until the end of the next year. */
export async function giveHolidays(deps: Pick<Deps, 'db'>, system: System): Promise<void> {
  await giveOnce(deps, system, 'holidays', async (tx) => addDays(tx, daysOfIndia(await readToday(tx))))
}
