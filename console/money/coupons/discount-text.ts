import type { CouponRecord } from '#contract/money/staff/coupons.ts'
import { formatPaise } from '#console/kit/parts/money.ts'

/** "20% off", "₹5,000 off". */
export const discountText = ({ kind, value }: Pick<CouponRecord, 'kind' | 'value'>): string =>
  `${kind === 'percent' ? `${value}%` : formatPaise(value)} off`
