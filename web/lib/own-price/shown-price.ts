import type { OwnPrice, PaymentChoice } from '#contract/money/choice.ts'
import type { PriceLine } from '#contract/money/price.ts'

/** A price that is not that of everybody. */
export interface ShownPrice {
  lines: readonly PriceLine[]
  total_paise: number
  /** Why: a code, or a word. */
  mark: string
  isCode: boolean
}

/** The price of a student, with the word that says why. */
export function ownPrice({ lines, total_paise }: OwnPrice): ShownPrice {
  const grant = lines.find(({ kind }) => kind === 'scholarship' || kind === 'link')
  return { lines, total_paise, mark: grant?.label ?? 'Your price', isCode: false }
}

/**
 * The lower of the price with a code and the student's own. A page that is the same for everybody asks for a code as a visitor, so the two are
 * not added up there; the form of the batch does.
 */
export function shownPrice(coupon: PaymentChoice | null, own: ShownPrice | undefined): ShownPrice | null {
  const withCode = coupon?.coupon ? { ...coupon, mark: coupon.coupon, isCode: true } : null
  if (!withCode || !own) return withCode ?? own ?? null
  return withCode.total_paise < own.total_paise ? withCode : own
}
