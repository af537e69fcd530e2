import { leastPaise, type PriceLine } from '#contract/money/price.ts'

/** What a coupon takes off. */
export interface CouponTerms {
  code: string
  kind: 'percent' | 'paise'
  /** Whole per cent, or paise. */
  value: number
  /** Whether it is taken off a discounted price too. */
  stacks: boolean
}

export interface Sale {
  listPaise: number
  /** The list price less the course's own discount. */
  offerPaise: number
  /** What the school asks of this student, as SQL's `granted_price` says; null without a price of their own. */
  granted: { kind: 'scholarship' | 'link'; paise: number } | null
  /** The course's discount in words, such as "20%". */
  discountText: string | null
  coupon: CouponTerms | null
}

export interface Price {
  /** All lines but `total` add up to it. */
  lines: PriceLine[]
  totalPaise: number
  /** What the coupon takes off; 0 when it makes nothing cheaper. */
  couponPaise: number
}

/**
 * The price of a sale, line by line, in paise: the list price, less the course's discount or the student's own price, whichever is lower to pay,
 * less the coupon. A coupon that does not stack takes the place of either, where it takes off more.
 */
export function priceOfSale({ listPaise, offerPaise, granted, discountText, coupon }: Sale): Price {
  const isGranted = granted !== null && granted.paise < offerPaise
  const ownPaise = isGranted ? granted.paise : offerPaise
  const isInPlace = coupon !== null && ownPaise < listPaise && !coupon.stacks
  const before = isInPlace ? listPaise : ownPaise
  const taken = coupon ? Math.max(0, Math.min(discountOf(coupon, before), before - leastPaise)) : 0
  const isUsed = taken > 0 && before - taken < ownPaise
  const couponPaise = isUsed ? taken : 0
  const totalPaise = isUsed ? before - taken : ownPaise
  const discountPaise = isUsed && isInPlace ? 0 : listPaise - ownPaise
  return {
    lines: [
      { kind: 'list', label: 'List price', paise: listPaise },
      ...(discountPaise > 0
        ? [
            isGranted
              ? { kind: granted.kind, label: grantedLabels[granted.kind], paise: -discountPaise }
              : {
                  kind: 'course_discount' as const,
                  label: discountText ? `${discountText} off` : 'Discount',
                  paise: -discountPaise,
                },
          ]
        : []),
      ...(coupon && isUsed ? [{ kind: 'coupon' as const, label: `Code ${coupon.code}`, paise: -couponPaise }] : []),
      { kind: 'total', label: 'Total fee', paise: totalPaise },
    ],
    totalPaise,
    couponPaise,
  }
}

const grantedLabels = { scholarship: 'Scholarship', link: 'Agreed discount' } as const

/** Per cent are rounded half up to the paisa. */
function discountOf({ kind, value }: CouponTerms, paise: number): number {
  return kind === 'paise' ? value : Math.floor((paise * value + 50) / 100)
}
