interface Terms {
  kind: 'percent' | 'paise'
  /** Whole per cent, or paise. */
  value: number
  /** Prices of the courses that it is for, in paise. */
  prices: readonly number[]
  /** Uses in all; null for any number. */
  limit: number | null
  capPaise: number | null
}

export interface Cost {
  dearestPaise: number
  /** What one use costs at most. */
  onePaise: number
  /** What all uses cost at most; null when nothing limits them. */
  allPaise: number | null
}

/** What a coupon costs at most, in paise. Undefined while it is for no course that is sold. */
export function costOfCoupon({ kind, value, prices, limit, capPaise }: Terms): Cost | undefined {
  if (prices.length === 0) return undefined
  const dearestPaise = Math.max(...prices)
  const taken = kind === 'paise' ? value : Math.floor((dearestPaise * value + 50) / 100)
  // The provider takes no less than a rupee.
  const onePaise = Math.max(0, Math.min(taken, dearestPaise - 100))
  const most = limit === null ? Number.POSITIVE_INFINITY : limit * onePaise
  const all = Math.min(most, capPaise ?? Number.POSITIVE_INFINITY)
  return { dearestPaise, onePaise, allPaise: Number.isFinite(all) ? all : null }
}
