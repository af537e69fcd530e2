import type { TaxSum } from './read-sums.ts'

interface Sum {
  taxable_paise: number
  tax_paise: number
  igst_paise: number
  cgst_paise: number
  sgst_paise: number
  value_paise: number
  /** Invoices. */
  quantity: number
}
export interface B2csLine extends Sum {
  place: string
  rate: number
}
export interface HsnLine extends Sum {
  /** Null where the month does not tell them apart. */
  buyers: 'b2b' | 'b2c' | null
  sac: string
  rate: number
}

/** Sums invoices less their credit notes, for each value of `key`. */
function sumBy<Key>(sums: readonly TaxSum[], keyOf: (one: TaxSum) => Key): (Key & Sum)[] {
  const found = new Map<string, Key & Sum>()
  for (const one of sums) {
    const key = keyOf(one)
    const name = JSON.stringify(key)
    const none = { taxable_paise: 0, tax_paise: 0, igst_paise: 0, cgst_paise: 0, sgst_paise: 0, value_paise: 0, quantity: 0 }
    const line = found.get(name) ?? { ...key, ...none }
    found.set(name, line)
    for (const part of ['taxable_paise', 'igst_paise', 'cgst_paise', 'sgst_paise', 'value_paise'] as const) {
      line[part] += one.sign * one[part]
    }
    line.tax_paise += one.sign * (one.igst_paise + one.cgst_paise + one.sgst_paise)
    if (one.sign === 1) line.quantity += one.documents
  }
  return [...found.values()]
}

/** Table 7: what is not filed invoice by invoice, by State and rate. */
export const b2csLines = (sums: readonly TaxSum[]): B2csLine[] =>
  sumBy(
    sums.filter(({ section }) => section === 'b2cs'),
    ({ place, rate }) => ({ place, rate }),
  )

/** Table 12: everything by service and rate, first what registered buyers bought where the month tells them apart. */
export function hsnLines(sums: readonly TaxSum[], isApart: boolean): HsnLine[] {
  const registered = new Set<TaxSum['section']>(['b2b', 'cdnr'])
  const lines = sumBy(sums, ({ section, sac, rate }) => ({
    buyers: isApart ? (registered.has(section) ? ('b2b' as const) : ('b2c' as const)) : null,
    sac,
    rate,
  }))
  return lines.toSorted((a, b) => (a.buyers ?? '').localeCompare(b.buyers ?? '') || a.sac.localeCompare(b.sac) || a.rate - b.rate)
}
