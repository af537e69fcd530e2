import type { Price } from './price-of-sale.ts'

/** A price with what paying in parts costs more. */
export function withFee(price: Price, feePaise: number): Price {
  if (feePaise === 0) return price
  const totalPaise = price.totalPaise + feePaise
  return {
    ...price,
    totalPaise,
    lines: price.lines.flatMap((line) =>
      line.kind === 'total'
        ? [
            { kind: 'fee' as const, label: 'Fee for paying in parts', paise: feePaise },
            { ...line, paise: totalPaise },
          ]
        : [line],
    ),
  }
}
