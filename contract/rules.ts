/** Numbers, limits and lists of the product, each defined only here. */

export const phoneDigits = 10
export const phonePattern = /^\d{10}$/
export const phoneMessage = 'Phone number must be exactly 10 digits.'

export const codeLength = 6
/** A typed code may have 4 to 6 digits; the product sends six. */
export const codePattern = /^\d{4,6}$/

/** Whether a text is an id as it stands in a path: a positive integer without leading zeros that fits an int4. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
}
export const codeMinutes = 10
export const codeResendSeconds = 60
/** Seconds for which the console offers to take an act back. Its mails wait a little longer. */
export const undoSeconds = 10
/** Days for which the link in the notice of a change can undo it. */
export const undoDays = 7
/** Typed to confirm the erasure of an account. */
export const eraseWord = 'ERASE'

/** Private mail hosts, rejected for official addresses. Compared with the lower-case domain. */
export const privateMailHosts: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'hotmail.com',
  'outlook.com',
  'rediffmail.com',
]

export function isPrivateMail(email: string): boolean {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  return privateMailHosts.includes(domain)
}

/** Whether an address may be a link; rejects `javascript:` and `data:`. */
export function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address)
}

/** Whether an address is the product's own classroom, which takes what names the caller behind it. */
export const isOwnClassroom = (address: string | null): boolean => address !== null && /^\/class\/\d+$/.test(address)

/** Whether an address leads to a classroom: one of the web, or the product's own page. */
export function isClassroomAddress(address: string | null): address is string {
  return isWebAddress(address) || isOwnClassroom(address)
}

/** Whether an address may be the target of a link in text that staff write: the web, a mail address, or a path of the site. */
export function isLink(address: string): boolean {
  return /^(?:https?:\/\/[^\s/]\S*|mailto:[^\s@]+@[^\s@]+|\/(?!\/)\S*)$/i.test(address)
}

/** Matched as whole words and case-sensitive, so that "HTML" does not match ML. */
export const primeKeywords: readonly string[] = ['Full Stack', 'AI', 'ML', 'Cloud', 'DevOps']

/** Courses on a page of the catalogue. */
export const coursesOfPage = 24
/** Batches on a page of the new batches. */
export const batchesOfPage = 40
/** Articles, projects, companies, or services and resources on a page of their list. */
export const itemsOfPage = 24
/** Services in the menu of every page. */
export const servicesInMenu = 8

export const policyIds = { terms: 4, privacy: 5, refund: 6 } as const

/** Milliseconds. */
export const timings = {
  formToast: 3000,
  accountToast: 5000,
  logoutRedirect: 800,
  profileReload: 1200,
  cancelReload: 100,
  typing: 50,
  deleting: 25,
  headlineHold: 1000,
  headlineSwitch: 300,
  readTimeout: 15_000,
  /** Between two questions of an open form whether codes are late. */
  askCodeDelayEvery: 5_000,
} as const

/** How often a page sends a call again that was refused because the school is busy. */
export const busyTries = 5

export const currency = 'INR'
export const checkoutColour = '#3399cc'
/** Minutes of a hold, and minutes until an account may hold a seat of the same batch again. */
export const holdMinutes = 15
export const holdPauseMinutes = 120
/** Days for which an order is valid at its price after the price changed. */
export const priceDays = 7
/** Seats that an account may hold at once, in different batches. */
export const liveHolds = { unverified: 1, verified: 2 } as const
/** Seats of a batch that unverified accounts of one network may hold together, or half of the capacity if that is more. */
export const networkSeats = 10
/** Minutes before a class at which its classroom opens to students. */
export const joinOpensMinutes = 15
/** Minutes after its end for which a class that is still on the air stays open to its people. */
export const overrunMinutes = 30
/** Days after a class for which staff are asked for a recording that is missing, and students read that it is late. */
export const recordingChaseDays = 14
/** Maximum characters of a request's reason, and requests of one enrolment in a day. */
export const requestReasonLength = 1000
export const requestsPerDay = 3
/** Time of a refund, in user-visible texts. */
export const refundTime = '5 to 10 working days'
/** Reply time of the school, in user-visible texts. */
export const replyPromise = 'within 24 hours on business days'
/** A limited batch with this many seats or fewer shows the number. */
export const fewSeats = 5

/** Maximum characters of a search. */
export const searchLength = 100
export const searchKinds = ['course', 'service', 'resource', 'blog'] as const
/** The place of a search result, such as `course-12`. */
export const searchPlace = /^(?:course|service|resource|blog)-[1-9]\d{0,9}$/

/** Consent sentence above the buttons of registration and of paying without an account. */
export const accountConsentSentence = 'By continuing you agree to our Terms and Conditions and our Privacy Policy.'

/** Version of the consent sentences, stored with each consent. */
export const consentVersion = '2026-11-22'
export const consentSentence = 'By sending this you agree that we use these details to answer you, as our Privacy Policy says.'

/** The digits zero of the scripts of India, of Arabic and of wide letters. Each is followed by one to nine. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10]

/** Writes the digits of these scripts as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => at >= first && at < first + 10)
    return zero === undefined ? digit : String(at - zero)
  })

/** Returns the digits in a text, as 0 to 9. */
export const digitsIn = (text: string): string => asciiDigits(text).replace(/\D/g, '')

/**
 * Extracts the ten digits of a pasted Indian mobile number. Separators and the prefixes +91, 91 and 0 are removed before
 * truncation.
 */
export const tenDigits = (typed: string): string => withoutPrefix(digitsIn(typed)).slice(0, phoneDigits)

/**
 * Returns the ten digits of a whole number as people write it: with +91, 91, 0091 or 0, with blanks, dots, dashes and brackets. Another
 * text stays as it is.
 */
export function writtenPhone(typed: string): string {
  const text = asciiDigits(typed)
  const digits = withoutPrefix(digitsIn(text))
  return digits.length === phoneDigits && /^[\d\s().+-]*$/.test(text) ? digits : typed
}

/**
 * Returns the text of a search as records have it: a whole phone number as ten digits, and other numbers with the digits 0 to 9. A text
 * with letters stays as it is.
 */
export const searchedText = (typed: string): string =>
  /^[\p{Nd}\s().+-]*$/u.test(typed) ? writtenPhone(asciiDigits(typed)) : typed

function withoutPrefix(number: string): string {
  let digits = number
  if (digits.length > phoneDigits) digits = digits.replace(/^0+/, '')
  if (digits.length > phoneDigits && digits.startsWith('91')) digits = digits.slice(2)
  if (digits.length > phoneDigits) digits = digits.replace(/^0+/, '')
  return digits
}
