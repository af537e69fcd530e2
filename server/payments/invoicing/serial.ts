/** Two series with numbers of their own: what was sold, and what went back of it. */
const series = { receipt: 'KS', voucher: 'KR' } as const

/** At most 16 characters, unique within the financial year, as rules 46 and 51 of the CGST Rules ask. */
export function serialOf(kind: keyof typeof series, financialYear: number, number: number): string {
  const years = `${financialYear % 100}`.padStart(2, '0') + `${(financialYear + 1) % 100}`.padStart(2, '0')
  return `${series[kind]}/${years}/${String(number).padStart(6, '0')}`
}
