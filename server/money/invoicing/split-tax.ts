import type { PrintedTax } from '#server/platform/documents/printed.ts'

/** The place of supply: the supplier's own state (CGST and SGST) or another one (IGST). */
export type Supply = 'intra' | 'inter'

/**
 * Returns the tax that a price includes. Each head is rounded half up to the paisa, and the taxable value is the
 * remainder, so heads and value always add up to the price.
 * @param percent the whole tax rate, as `18`; at most two decimals count
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
 * Returns the tax of a partial refund: the tax of all parts so far less that of the earlier ones. So the vouchers of a
 * fully refunded payment add up to its receipt.
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
