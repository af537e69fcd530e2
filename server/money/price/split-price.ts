import type { PlanPart } from '#contract/money/staff/payment-plans.ts'
import { leastPaise, type Price } from './price-of-sale.ts'

/** A part of a price, and the days after the purchase on which it is due. */
export interface PricePart {
  number: number
  paise: number
  days: number
}

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

/**
 * Splits a total into the parts of a plan. Per cent are rounded half up to the paisa, and the last part takes the rounding.
 * @returns undefined when a part would be less than the provider takes
 */
export function splitPrice(totalPaise: number, parts: readonly PlanPart[]): PricePart[] | undefined {
  const amounts = parts.slice(0, -1).map(({ percent }) => Math.floor((totalPaise * percent + 50) / 100))
  amounts.push(totalPaise - amounts.reduce((sum, paise) => sum + paise, 0))
  if (amounts.some((paise) => paise < leastPaise)) return undefined
  return amounts.map((paise, at) => ({ number: at + 1, paise, days: parts[at]?.days ?? 0 }))
}
