import type { Figures } from '#contract/desk/staff/figures.ts'

const monthName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short', year: 'numeric' })
const shortMonth = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short' })
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 0, maximumFractionDigits: 2 })

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** "Apr 2026". */
export const nameOfMonth = (month: string): string => monthName.format(firstDay(month)).replace('Sept', 'Sep')
/** "Apr", and in January and the first month the year below it. */
export const shortNameOfMonth = (month: string): string => shortMonth.format(firstDay(month)).replace('Sept', 'Sep')

/** "₹1,80,000" or "−₹500.50". */
export function formatPaise(paise: number): string {
  return `${paise < 0 ? '−' : ''}₹${exact.format(Math.abs(paise) / 100).replace(/\.(\d)$/, '.$10')}`
}

/** For an axis: "₹1.8L". */
export const formatCompact = (paise: number): string => `${paise < 0 ? '−' : ''}₹${compact.format(Math.abs(paise) / 100)}`

/** The values of an axis that have a name of their own: an axis up to one paisa names ₹0 alone. */
export function namedValues(values: readonly number[], nameOf: (value: number) => string): number[] {
  const names = values.map(nameOf)
  return values.filter((_, index) => names[index] !== '' && names.indexOf(names[index] ?? '') === index)
}

/** "25%", or a dash when there is nothing to compare with. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}

type Money = Pick<Figures, 'revenue_paise' | 'refunds_paise' | 'lost_paise' | 'net_paise'>

/** What a chart of money says, in words. */
export function sumUpMoney(total: Money, months: readonly (Money & { month: string })[]): string {
  if (total.revenue_paise === 0 && total.refunds_paise === 0) return 'No money came or went in these months.'
  const best = months.reduce((most, one) => (one.revenue_paise > most.revenue_paise ? one : most))
  return [
    `${formatPaise(total.revenue_paise)} came in`,
    `${formatPaise(total.refunds_paise)} was refunded`,
    ...(total.lost_paise > 0 ? [`${formatPaise(total.lost_paise)} was lost in disputes`] : []),
    `${formatPaise(total.net_paise)} is left`,
  ]
    .join(', ')
    .concat(
      '.',
      best.revenue_paise > 0 ? ` The most came in ${nameOfMonth(best.month)}: ${formatPaise(best.revenue_paise)}.` : '',
    )
}

/** What the chart of enrolments and leads says, in words. */
export function sumUpPeople(
  total: Pick<Figures, 'enrolments' | 'leads'>,
  months: readonly { month: string; enrolments: number }[],
): string {
  if (total.enrolments === 0 && total.leads === 0) return 'Nobody enrolled or asked in these months.'
  const best = months.reduce((most, one) => (one.enrolments > most.enrolments ? one : most))
  const most =
    best.enrolments > 0 ? ` Most enrolments began in ${nameOfMonth(best.month)}: ${best.enrolments.toLocaleString('en-IN')}.` : ''
  return `${total.enrolments.toLocaleString('en-IN')} enrolments and ${total.leads.toLocaleString('en-IN')} leads.${most}`
}
