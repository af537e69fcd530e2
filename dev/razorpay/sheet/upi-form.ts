import type { Problems } from './card-form.ts'

/** Validates the format of a UPI ID: a name, an at sign and a bank's handle. */
export function readUpi(field: HTMLInputElement): { problems: Problems; method: Record<string, unknown> } {
  const problems: Problems = new Map()
  const vpa = field.value.trim()
  if (vpa === '') problems.set(field, 'Enter your UPI ID.')
  else if (!/^[\w.-]{2,80}@[A-Za-z][\w]{1,40}$/.test(vpa)) problems.set(field, 'A UPI ID looks like name@bank.')
  return { problems, method: { type: 'upi', vpa } }
}
