/** Signs that a discount may have beside its number: rupee sign, commas, spaces. */
const signs = /[₹,\s]/g

/**
 * Returns the paise to pay after the first discount, or null when it can't be read or leaves less than a rupee. The SQL
 * function `amount_to_pay` decides; this one shows the result while staff type.
 */
export function amountToPay(pricePaise: number, discounts: readonly { value: string }[]): number | null {
  const off = discounts[0] === undefined ? 0 : discountOf(pricePaise, discounts[0].value.replace(signs, ''))
  return off === null || pricePaise - off < 100 ? null : pricePaise - off
}

function discountOf(pricePaise: number, value: string): number | null {
  const percent = /^(\d{1,3})(?:\.(\d{1,4}))?%$/.exec(value)
  if (percent) {
    // In ten-thousandths, so that all numbers are whole.
    const parts = Number(`${percent[1]}${(percent[2] ?? '').padEnd(4, '0')}`)
    return parts > 1_000_000 ? null : Math.floor((pricePaise * parts + 500_000) / 1_000_000)
  }
  const rupees = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value)
  return rupees ? Number(`${rupees[1]}${(rupees[2] ?? '').padEnd(2, '0')}`) : null
}
