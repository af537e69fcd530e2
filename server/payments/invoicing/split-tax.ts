import type { PrintedTax } from '../../documents/printed.ts'

/** Where the place of supply lies: in the supplier's own state (CGST and SGST) or in another one (IGST). */
export type Supply = 'intra' | 'inter'

/**
 * The tax that a price holds. Each head is rounded to the nearest paisa, a half up, and the taxable value is what
 * remains: heads and value add up to the price whatever the rate.
 * @param percent of the whole tax, as `18`; at most two decimals count
 */
export function splitTax(amountPaise: number, percent: number, supply: Supply): Omit<PrintedTax, 'sac'> {
  const rate = BigInt(Math.round(percent * 100))
  const share = (part: bigint) => {
    const whole = (10_000n + rate) * part
    return Number((2n * BigInt(amountPaise) * rate + whole) / (2n * whole))
  }
  const half = supply === 'intra' ? share(2n) : 0
  const whole = supply === 'inter' ? share(1n) : 0
  return {
    rate: percent,
    taxable_paise: amountPaise - half - half - whole,
    cgst_paise: half,
    sgst_paise: half,
    igst_paise: whole,
  }
}

/**
 * The tax in a part that goes back of something sold: what all parts so far hold, less what the earlier ones did.
 * So the vouchers of a payment that went back in parts add up to its receipt.
 */
export function splitReturnedTax(sold: PrintedTax, returned: { beforePaise: number; amountPaise: number }): PrintedTax {
  const supply = sold.igst_paise > 0 ? 'inter' : 'intra'
  const before = splitTax(returned.beforePaise, sold.rate, supply)
  const now = splitTax(returned.beforePaise + returned.amountPaise, sold.rate, supply)
  return {
    sac: sold.sac,
    rate: sold.rate,
    taxable_paise: now.taxable_paise - before.taxable_paise,
    cgst_paise: now.cgst_paise - before.cgst_paise,
    sgst_paise: now.sgst_paise - before.sgst_paise,
    igst_paise: now.igst_paise - before.igst_paise,
  }
}
