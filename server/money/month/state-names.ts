import { isStateCode, states } from '#contract/indian-states.ts'

/** A place of supply as the offline tool lists it: `27-Maharashtra`. Its names have "&". */
export function placeOfSupply(code: string): string {
  return isStateCode(code) ? `${code}-${states[code].replaceAll(' and ', ' & ')}` : code
}

/** The name of a State in a sentence. */
export const stateName = (code: string): string => (isStateCode(code) ? states[code] : code)
