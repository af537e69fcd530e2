import type { PlanPart } from '#contract/money/plan-parts.ts'
import { formatPlainDay } from '#ui/format.ts'
import { formatPaise } from '#console/kit/parts/money.ts'

/** "40 %", "₹10,000" or "the rest". Beside rupees the last part takes what is left. */
export function amountOf({ percent, paise }: PlanPart, isLast: boolean): string {
  if (percent !== undefined) return `${percent} %`
  return isLast || paise === undefined ? 'the rest' : formatPaise(paise)
}

/** "at once", "after 30 days" or "on 15 January 2027". */
export function whenOf({ days, due_on: day }: PlanPart): string {
  if (day !== undefined) return `on ${formatPlainDay(day)}`
  return days === 0 ? 'at once' : `after ${days} ${days === 1 ? 'day' : 'days'}`
}

/** "40 % at once, 30 % after 30 days, the rest on 15 January 2027". */
export const partsText = ({ parts }: { parts: readonly PlanPart[] }): string =>
  parts.map((part, at) => `${amountOf(part, at === parts.length - 1)} ${whenOf(part)}`).join(', ')
