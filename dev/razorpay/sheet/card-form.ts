import type { Preferences } from './messages.ts'

/** The error message of each invalid field. */
export type Problems = Map<HTMLInputElement, string>

export interface CardFields {
  number: HTMLInputElement
  expiry: HTMLInputElement
  cvv: HTMLInputElement
  name: HTMLInputElement
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

function grouped(digits: string): string {
  if (/^3[47]/.test(digits)) return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length >= 12 && sum % 10 === 0
}

/** Returns the card network for the leading digits. */
function networkOf(digits: string): string {
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'Mastercard'
  if (/^3[47]/.test(digits)) return 'Amex'
  if (/^3[068]/.test(digits)) return 'Diners'
  if (/^(60|65|81|82|508|353|356)/.test(digits)) return 'RuPay'
  return ''
}

/** Formats the input and leaves the caret after the same digit. */
function reformat(input: HTMLInputElement, format: (digits: string) => string): void {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const next = format(digitsOf(input.value))
  if (next === input.value) return
  input.value = next
  let caret = 0
  for (let seen = 0; caret < next.length && seen < before; caret += 1) if (/\d/.test(next.charAt(caret))) seen += 1
  if (before === digitsOf(next).length) caret = next.length
  input.setSelectionRange(caret, caret)
}

function formatExpiry(digits: string): string {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2, 6)
  const shortYear = year.length > 2 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)
  // An incomplete four-digit year stays unformatted.
  const shown = year.length === 3 && year.startsWith('20') ? year : shortYear
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${shown}` : padded
}

export function wireCardForm(fields: CardFields, mark: HTMLElement): void {
  const show = () => {
    const network = networkOf(digitsOf(fields.number.value))
    mark.textContent = network
    fields.cvv.maxLength = network === 'Amex' ? 4 : 3
  }
  fields.number.addEventListener('input', () => {
    reformat(fields.number, (digits) => grouped(digits.slice(0, 19)))
    show()
  })
  fields.expiry.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) return
    reformat(fields.expiry, (digits) => formatExpiry(digits.slice(0, 6)))
  })
  fields.cvv.addEventListener('input', () => {
    fields.cvv.value = digitsOf(fields.cvv.value)
  })
}

/** Returns month and full year of an expiry date in any usual format. */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const digits = digitsOf(text)
  const match = /^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(digits)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}

/** Validates the card in the browser, so that a real card number is never sent. */
export function readCard(fields: CardFields, preferences: Preferences): { problems: Problems; method: Record<string, unknown> } {
  const problems: Problems = new Map()
  const number = digitsOf(fields.number.value)
  const expiry = readExpiry(fields.expiry.value)
  const cvv = digitsOf(fields.cvv.value)
  const name = fields.name.value.trim()
  if (number === '') problems.set(fields.number, 'Enter the card number.')
  else if (!passesLuhn(number)) problems.set(fields.number, 'The card number is not correct.')
  else if (!preferences.test_cards.some((card) => card.number === number)) {
    problems.set(fields.number, 'The sandbox takes test cards only. This number was not sent.')
  }
  const now = new Date(preferences.now * 1000)
  if (!expiry) problems.set(fields.expiry, 'Enter it as MM / YY.')
  else if (expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1)
    problems.set(fields.expiry, 'The card has expired.')
  const length = networkOf(number) === 'Amex' ? 4 : 3
  if (cvv.length !== length) problems.set(fields.cvv, `Enter the ${length} digits.`)
  if (name === '') problems.set(fields.name, 'Enter the name on the card.')
  return { problems, method: { type: 'card', number, expiry_month: expiry?.month, expiry_year: expiry?.year, cvv, name } }
}
