import { type IssuedSeries, issuedSeries, prefixes } from './series.ts'

/** Which documents the school issued after the snapshot of a restore. */
export type RestoreAnswer =
  /** None: the database was moved, or the school was closed since. */
  | { kind: 'none' }
  /** Nobody knows: each series of this year goes on as a new one. */
  | { kind: 'new' }
  /** The last number of each series. */
  | { kind: 'numbers'; numbers: { series: IssuedSeries; years: string; number: number }[] }

const serial = /^([A-Z]{2})\/(\d{4})\/(\d{6,8})$/

/** Reads `none`, `new`, or the last number of each series; undefined for anything else. */
export function readRestoreAnswer(words: readonly string[]): RestoreAnswer | undefined {
  const [first, ...rest] = words
  if ((first === 'none' || first === 'new') && rest.length === 0) return { kind: first }
  const numbers = words.map((word) => {
    const [, prefix, years = '', number] = serial.exec(word) ?? []
    const series = issuedSeries.find((name) => prefixes[name] === prefix)
    return series && { series, years, number: Number(number) }
  })
  if (numbers.length === 0 || numbers.some((one) => one === undefined)) return undefined
  return { kind: 'numbers', numbers: numbers.filter((one) => one !== undefined) }
}
