/** Paise of a typed amount: "36,000", "₹1,499.50". NaN for a text that is no amount, null for none. */
export function parsePaise(text: string): number | null {
  const plain = text.replaceAll(/[\s,₹]/g, '')
  if (plain === '') return null
  const parts = /^(\d{1,11})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!parts) return Number.NaN
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** The amount as it is typed: Indian grouping, and paise only when not zero. */
export function showPaise(paise: number): string {
  const rest = Math.abs(paise % 100)
  return rupees.format(Math.trunc(paise / 100)) + (rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`)
}
