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

/**
 * The lower of the price with a code and the student's own. A page that is the same for everybody asks for a code as a visitor, so the two are
 * not added up there; the form of the batch does.
 */
export function shownPrice(coupon: PaymentChoice | null, own: OwnPrice | undefined): ShownPrice | null {
  const withCode = coupon?.coupon ? { ...coupon, mark: coupon.coupon, isCode: true } : null
  const grant = own?.lines.find(({ kind }) => kind === 'scholarship' || kind === 'link')
  const granted = own && grant ? { ...own, mark: grant.label, isCode: false } : null
  if (!withCode || !granted) return withCode ?? granted
  return withCode.total_paise < granted.total_paise ? withCode : granted
}
