/** Paise of a text such as `₹36,000`, `Rs. 36000/-` or `36000.50`, of ₹1 at least. Undefined for a text that is none. */
export function readPaise(text: string): number | undefined {
  const plain = text.replaceAll(/₹|rs\.?|inr|\/-|[,\s]/gi, '')
  const [, rupees, part = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? []
  if (rupees === undefined) return undefined
  const paise = Number(rupees) * 100 + Number(part.padEnd(2, '0'))
  return paise >= 100 ? paise : undefined
}
