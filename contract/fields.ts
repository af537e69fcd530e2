import { z } from 'zod'
import { hasPrintableScripts, printableMessage } from './printable.ts'
import { asciiDigits, codePattern, isId, phoneMessage, phonePattern, searchedText, writtenPhone } from './rules.ts'

const noBreaks = 'Please remove line breaks and control characters.'

/** One line of typed text: trimmed, visible, well-formed Unicode in NFC without control characters. */
export function line(max: number, missing = 'This field is required.') {
  return (
    z
      .string({ error: missing })
      // Checked before trimming, which would remove line breaks at the ends.
      .refine(isOneLine, noBreaks)
      .trim()
      // Two ways to write a letter are one name.
      .normalize('NFC')
      .min(1, { error: missing, abort: true })
      .refine(isVisible, missing)
      .max(max, `Please keep this under ${max + 1} characters.`)
      .refine(isPlainText, noBreaks)
  )
}

/** The name of a student, which documents print. */
export const personName = (missing: string) => line(120, missing).refine(hasPrintableScripts, printableMessage)

/** Text of several lines with tabs and line breaks but no other control characters. */
export function paragraph(max: number, missing = 'This field is required.') {
  return z
    .string({ error: missing })
    .trim()
    .normalize('NFC')
    .min(1, { error: missing, abort: true })
    .refine(isVisible, missing)
    .max(max, `Please keep this under ${max + 1} characters.`)
    .refine(isPlainText, 'Please remove control characters.')
}

/** The same for a list of lines, of which empty ones at the beginning count. */
export function lines(max: number, missing: string) {
  return z
    .string({ error: missing })
    .overwrite((text) => text.trimEnd().normalize('NFC'))
    .min(1, { error: missing, abort: true })
    .refine(isVisible, missing)
    .max(max, `Please keep this under ${max + 1} characters.`)
    .refine(isPlainText, 'Please remove control characters.')
}

const emailMessage = 'Please enter a valid email address.'
/** What the e-mail field of HTML takes, with a top-level domain. */
const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** An address in lower case. A domain in another script is kept as its `xn--` form, which every mail server takes. */
export const email = z
  .string({ error: 'Email is required.' })
  .refine(isOneLine, { error: emailMessage, abort: true })
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .min(1, 'Email is required.')
  .max(254, emailMessage)
  .pipe(z.email({ error: emailMessage, pattern: emailPattern }))

/** An address in a query, where a plus that was not encoded arrives as a blank. */
export const emailInQuery = z
  .string({ error: 'Email is required.' })
  .trim()
  .overwrite((text) => text.replaceAll(' ', '+'))
  .pipe(email)

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (address.length > 254 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^\p{ASCII}]/u.test(domain)) return address
  // The rule of browsers (UTS 46) comes with the parser of URLs.
  return URL.canParse(`http://${domain}`) ? address.slice(0, at) + new URL(`http://${domain}`).hostname : address
}

export const phone = z.string({ error: phoneMessage }).trim().overwrite(asciiDigits).regex(phonePattern, phoneMessage)
/** A phone number that staff copy from anywhere. */
export const copiedPhone = z.string({ error: phoneMessage }).trim().overwrite(writtenPhone).regex(phonePattern, phoneMessage)

/** What staff look for in a list. */
export const searchWords = line(100, 'Please give what to look for.').overwrite(searchedText)

export const code = z
  .string({ error: 'Please enter the OTP.' })
  .trim()
  .overwrite(asciiDigits)
  .regex(codePattern, 'Enter the 4 to 6 digit OTP.')

/** An id in a path or a query. */
export const id = z.string().refine(isId, 'This is not a valid id.').transform(Number)

/** The id of a row in a body. */
export const rowId = z.int().min(1).max(2_147_483_647)

/** ISO 8601 with offset, UTC. */
export const instant = z.iso.datetime({ offset: true })
/** A moment of this century that somebody chooses, ISO 8601 in UTC. */
export const chosenInstant = (missing: string) =>
  z.iso.datetime({ error: missing }).refine((text) => text.startsWith('20'), 'Please choose a day of this century.')
/** `YYYY-MM-DD` in IST. */
export const day = z.iso.date()
/** Rupees as a JSON number with at most two decimals. Only the server uses paise. */
export const rupees = z.number().nonnegative()

/** Whether a text can stand in an address: well-formed, without blanks, control characters and backslashes. */
export function isAddressText(text: string): boolean {
  return text.isWellFormed() && !/[\s\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text)
}

/** Whether a text has a visible character. Joiners of Indian scripts always come with one. */
function isVisible(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}]/u.test(text)
}

function isOneLine(text: string): boolean {
  return !/[\n\r\t\v\f\u0085\u2028\u2029]/u.test(text)
}

/** Rejects control characters and U+202A to U+202E and U+2066 to U+2069, which change the text direction. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u.test(text)
}
