import type { PaymentChoice } from '#contract/money/choice.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'

const list = new Intl.ListFormat('en-GB')

/** "₹14,400 today, ₹10,800 on 1 January 2027 and ₹10,800 on 31 January 2027". */
export function partsInWords(parts: PaymentChoice['parts']): string {
  return list.format(
    parts.map(({ paise, due_on: day }, at) => `${formatRupees(paise / 100)} ${at === 0 ? 'today' : `on ${formatPlainDay(day)}`}`),
  )
}
