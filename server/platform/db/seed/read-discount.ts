export type Discount = { kind: 'percent'; percent: number } | { kind: 'rupees'; rupees: number }

const percentText = /^(\d{1,3}(?:\.\d{1,2})?)\s?%$/
const rupeesText = /^₹\s?(\d[\d,]*(?:\.\d{1,2})?)$/

/** Parses `20%` or `₹5,000` (rupees). Returns null for other text, zero, or more than 100%. */
export function readDiscount(value: string): Discount | null {
  const percent = percentText.exec(value)?.[1]
  if (percent !== undefined) {
    const amount = Number(percent)
    return amount > 0 && amount <= 100 ? { kind: 'percent', percent: amount } : null
  }
  const rupees = rupeesText.exec(value)?.[1]
  if (rupees === undefined) return null
  const amount = Number(rupees.replaceAll(',', ''))
  return amount > 0 ? { kind: 'rupees', rupees: amount } : null
}

/** Whether a discount on `price` (rupees) leaves ₹1 or more to pay. */
export function leavesOneRupee(price: number, discount: Discount): boolean {
  const pricePaise = Math.round(price * 100)
  const offPaise =
    discount.kind === 'percent' ? Math.round((pricePaise * discount.percent) / 100) : Math.round(discount.rupees * 100)
  return pricePaise - offPaise >= 100
}
