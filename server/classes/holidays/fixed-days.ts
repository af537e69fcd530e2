import type { StateCode } from '#contract/indian-states.ts'

/** A holiday of the same day in each year. `day` is month and day, such as `01-26`. */
interface FixedDay {
  day: string
  name: string
}

const national: readonly FixedDay[] = [
  { day: '01-26', name: 'Republic Day' },
  { day: '08-15', name: 'Independence Day' },
  { day: '10-02', name: 'Gandhi Jayanti' },
  { day: '12-25', name: 'Christmas' },
]

/** Days that follow the moon, as calendars announce them beforehand. A notice of the government may move one by a day. */
const announced: readonly { day: string; name: string }[] = [
  { day: '2026-03-04', name: 'Holi' },
  { day: '2026-03-21', name: 'Id-ul-Fitr' },
  { day: '2026-05-01', name: 'Buddha Purnima' },
  { day: '2026-05-27', name: 'Id-ul-Zuha' },
  { day: '2026-10-20', name: 'Dussehra' },
  { day: '2026-11-08', name: 'Diwali' },
  { day: '2026-11-24', name: 'Guru Nanak Jayanti' },
  { day: '2027-03-10', name: 'Id-ul-Fitr' },
  { day: '2027-03-22', name: 'Holi' },
  { day: '2027-05-17', name: 'Id-ul-Zuha' },
  { day: '2027-05-20', name: 'Buddha Purnima' },
  { day: '2027-10-09', name: 'Dussehra' },
  { day: '2027-10-29', name: 'Diwali' },
  { day: '2027-11-14', name: 'Guru Nanak Jayanti' },
]

const labourDay: FixedDay = { day: '05-01', name: 'Labour Day' }
const ambedkar: FixedDay = { day: '04-14', name: 'Dr. Ambedkar Jayanti' }

const ofState: Readonly<Partial<Record<StateCode, readonly FixedDay[]>>> = {
  '01': [{ day: '10-26', name: 'Accession Day' }],
  '02': [
    { day: '01-25', name: 'Statehood Day' },
    { day: '04-15', name: 'Himachal Day' },
  ],
  '03': [ambedkar, { day: '11-01', name: 'Punjab Day' }],
  '05': [{ day: '11-09', name: 'Uttarakhand Foundation Day' }],
  '06': [ambedkar, { day: '11-01', name: 'Haryana Day' }],
  '09': [{ day: '01-24', name: 'Uttar Pradesh Day' }, ambedkar],
  '10': [{ day: '03-22', name: 'Bihar Day' }, ambedkar],
  '11': [{ day: '05-16', name: 'Sikkim State Day' }],
  '12': [{ day: '02-20', name: 'Arunachal Pradesh Statehood Day' }],
  '13': [{ day: '12-01', name: 'Nagaland Statehood Day' }],
  '14': [{ day: '01-21', name: 'Manipur Statehood Day' }],
  '15': [{ day: '02-20', name: 'Mizoram Statehood Day' }],
  '16': [{ day: '01-21', name: 'Tripura Statehood Day' }],
  '17': [{ day: '01-21', name: 'Meghalaya Statehood Day' }],
  '18': [{ day: '12-02', name: 'Asom Divas' }],
  '19': [{ day: '01-23', name: 'Netaji Jayanti' }, labourDay],
  '20': [{ day: '11-15', name: 'Jharkhand Foundation Day' }],
  '21': [{ day: '04-01', name: 'Utkal Divas' }],
  '22': [{ day: '11-01', name: 'Chhattisgarh Foundation Day' }],
  '23': [ambedkar, { day: '11-01', name: 'Madhya Pradesh Foundation Day' }],
  '24': [{ day: '01-14', name: 'Uttarayan' }, ambedkar, { day: '05-01', name: 'Gujarat Day' }],
  '27': [{ day: '02-19', name: 'Chhatrapati Shivaji Maharaj Jayanti' }, ambedkar, { day: '05-01', name: 'Maharashtra Day' }],
  '29': [ambedkar, labourDay, { day: '11-01', name: 'Kannada Rajyotsava' }],
  '30': [
    { day: '05-30', name: 'Goa Statehood Day' },
    { day: '12-19', name: 'Goa Liberation Day' },
  ],
  '32': [labourDay, { day: '11-01', name: 'Kerala Piravi' }],
  '33': [{ day: '04-14', name: 'Tamil New Year' }, labourDay],
  '34': [labourDay, { day: '08-16', name: 'De Jure Transfer Day' }, { day: '11-01', name: 'Puducherry Liberation Day' }],
  '36': [ambedkar, labourDay, { day: '06-02', name: 'Telangana Formation Day' }],
  '37': [ambedkar, { day: '11-01', name: 'Andhra Pradesh Formation Day' }],
  '38': [{ day: '10-31', name: 'Ladakh Foundation Day' }],
}

export interface StarterHoliday {
  day: string
  name: string
  is_tentative: boolean
}

/** The calendar of the first holidays. */
export const firstCalendar = 'India'

/** The days of the year of `today` and the next that have not passed. */
const ahead = (days: readonly FixedDay[], today: string): StarterHoliday[] => {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
    .flatMap((of) => days.map(({ day, name }) => ({ day: `${of}-${day}`, name, is_tentative: false })))
    .filter(({ day }) => day >= today)
}

/**
 * Holidays of all India from a day on, to the end of the next year. Days that follow the moon are tentative, and some years have none
 * here. @param today `YYYY-MM-DD`
 */
export function daysOfIndia(today: string): StarterHoliday[] {
  const end = `${Number(today.slice(0, 4)) + 1}-12-31`
  const moons = announced.filter(({ day }) => day >= today && day <= end)
  return [...ahead(national, today), ...moons.map((one) => ({ ...one, is_tentative: true }))]
}

/** Fixed days of a State from a day on, to the end of the next year; empty for a State without any here. */
export function daysOfState(state: StateCode, today: string): StarterHoliday[] {
  return ahead(ofState[state] ?? [], today)
}
