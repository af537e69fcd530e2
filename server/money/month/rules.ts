/** A rule of the tax law with the first day on which it holds, `YYYY-MM-DD`. */
interface Dated<Value> {
  from: string
  value: Value
}

/**
 * An invoice of more than this to another State, to a buyer without a GSTIN, is in table 5 (b2cl). Rule 59(4), lowered by notification
 * 12/2024. Paise, the newest first. A change of the law is another line.
 */
const b2clAbove: readonly Dated<number>[] = [
  { from: '2024-08-01', value: 10_000_000 },
  { from: '2017-07-01', value: 25_000_000 },
]
/** Since when table 12 tells supplies to registered buyers from others. */
const hsnApart: readonly Dated<boolean>[] = [
  { from: '2025-05-01', value: true },
  { from: '2017-07-01', value: false },
]

function on<Value>(rules: readonly Dated<Value>[], day: string): Value {
  const rule = rules.find(({ from }) => from <= day)
  if (!rule) throw new Error(`no rule holds on ${day}`)
  return rule.value
}

/** Paise above which an invoice of a day is in b2cl. @param day `YYYY-MM-DD` */
export const b2clAboveOn = (day: string): number => on(b2clAbove, day)
export const hsnIsApartOn = (day: string): boolean => on(hsnApart, day)

/** SQL of `b2clAboveOn`. @param moment SQL of a timestamptz */
export function b2clAboveSql(moment: string): string {
  const cases = b2clAbove.map(
    ({ from, value }) => `when ${moment} >= '${from}'::timestamp at time zone 'Asia/Kolkata' then ${value}`,
  )
  return `(case ${cases.join(' ')} end)`
}

/** How table 12 describes a service. */
const services: Readonly<Record<string, string>> = { '999293': 'Commercial training and coaching services' }
export const serviceOf = (sac: string): string => services[sac] ?? ''
