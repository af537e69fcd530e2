import { z } from 'zod'
import { codePattern, phoneMessage, phonePattern } from './rules.ts'

/** One line of text that a person typed: trimmed, without control characters, well-formed Unicode. */
export function line(max: number, missing = 'This field is required.') {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Please keep this under ${max + 1} characters.`)
    .refine(isPlainLine, 'Please remove line breaks and control characters.')
}

/** Text of several lines; tabs and line breaks are welcome, other control characters are not. */
export function paragraph(max: number, missing = 'This field is required.') {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Please keep this under ${max + 1} characters.`)
    .refine(isPlainText, 'Please remove control characters.')
}

export const email = z
  .string({ error: 'Email is required.' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required.')
  .max(254, 'Please enter a valid email address.')
  .pipe(z.email('Please enter a valid email address.'))

export const phone = z.string({ error: phoneMessage }).trim().regex(phonePattern, phoneMessage)

export const code = z.string({ error: 'Please enter the OTP.' }).trim().regex(codePattern, 'Enter the 4 to 6 digit OTP.')

/** Positive integer as it stands in a path; larger than an int4 can't be an id of ours. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'This is not a valid id.')
  .transform(Number)
  .refine((value) => value <= 2_147_483_647, 'This is not a valid id.')

/** ISO 8601 with offset, UTC. */
export const instant = z.iso.datetime({ offset: true })
/** `YYYY-MM-DD`, a day in IST. */
export const day = z.iso.date()
/** Rupees as a JSON number with at most two decimals; paise stay inside the server. */
export const rupees = z.number().nonnegative()

function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text)
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text)
}
