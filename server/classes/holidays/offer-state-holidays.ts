import type { answerStateHolidays, readStateHolidays } from '#contract/classes/staff/holidays.ts'
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { schoolState, states, type StateCode } from '#contract/indian-states.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { claimSet, isClaimed } from '#server/platform/starter-sets/give-once.ts'
import { daysOfState, firstCalendar, type StarterHoliday } from './fixed-days.ts'
import { addDays } from './give-holidays.ts'

const takenDays = statement<{ day: string }>(
  'taken_days',
  `select to_char(day, 'YYYY-MM-DD') as day from holidays where calendar = $1 and day = any ($2::date[])`,
)

/** The State of the school with its days that the first calendar lacks. Null when there are none. */
async function findOffer(db: Queryable): Promise<{ state: StateCode; days: StarterHoliday[] } | null> {
  const state = schoolState(await readSiteSettings({ db }))
  if (state === null) return null
  const days = daysOfState(state, await readToday(db))
  const taken = (await rows(db, takenDays, [firstCalendar, days.map(({ day }) => day)])).map(({ day }) => day)
  const missing = days.filter(({ day }) => !taken.includes(day))
  return missing.length === 0 ? null : { state, days: missing }
}

/** Returns the fixed days of the school's State, until staff accept or decline them. */
export async function offerStateHolidays({ db }: Deps, _staff: Staff): Promise<AnswerOf<typeof readStateHolidays>> {
  const offer = await findOffer(db)
  if (!offer || (await isClaimed(db, `state-${offer.state}`))) return { state: null, days: [] }
  return { state: states[offer.state], days: offer.days.map(({ day, name }) => ({ day, name })) }
}

/** Adds the days that are offered, or declines them. Of two persons at once the first decides. */
export async function answerStateOffer(
  deps: Deps,
  staff: Staff,
  { body: { add } }: ParsedOf<typeof answerStateHolidays>,
): Promise<AnswerOf<typeof answerStateHolidays>> {
  return staffTransaction(deps, staff, async (tx) => {
    const offer = await findOffer(tx)
    if (!offer || !(await claimSet(tx, `state-${offer.state}`)) || !add) return { added: 0 }
    return { added: (await addDays(tx, offer.days)).length }
  })
}
