const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Midnight of a day in UTC milliseconds, or none when there is no such day. */
function midnightOf(year: number, month: number, dayOfMonth: number): number[] {
  const fullYear = year < 100 ? 2000 + year : year
  const at = new Date(Date.UTC(fullYear, month - 1, dayOfMonth))
  const isDay = at.getUTCFullYear() === fullYear && at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth
  return isDay ? [at.getTime()] : []
}

/** The days that a text can mean, as their midnights in UTC milliseconds: `02/03/2031` is 2 March or 3 February, in this order. */
export function readDays(text: string): number[] {
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)$/.exec(text)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
    return [...midnightOf(year, second, first), ...midnightOf(year, first, second)]
  }
  const iso = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text)
  if (iso) return midnightOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const words = text
    .toLowerCase()
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/g, '')
    .split(/[\s,./-]+/)
  const month = words.findIndex((word) => months.includes(word.slice(0, 3))) + 1
  const [one, two] = words.filter((word) => /^\d{1,4}$/.test(word)).map(Number)
  if (month === 0 || one === undefined || two === undefined) return []
  return midnightOf(two, months.indexOf((words[month - 1] ?? '').slice(0, 3)) + 1, one)
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?'
const dayInText = new RegExp(
  [
    '\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}',
    '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d\\d)',
    `${ordinal}[ -]?(?:of )?${month}(?:[ ,-]{1,2}(?:\\d{4}|\\d\\d)(?!\\d))?`,
    `${month} ${ordinal}(?:,? \\d{4})?`,
  ]
    .map((one) => `(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`)
    .join('|'),
  'iu',
)
const clock = /[ T]\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?/i

/** A day that stands in a text. Without a year it is of any. */
export interface DayInText {
  /** The text without the day. */
  rest: string
  isOf: (year: number) => number[]
}

/** Finds the first day in a text, such as `Full Stack, 1 Dec 2026`. */
export function findDay(text: string): DayInText | null {
  const found = dayInText.exec(text)?.[0]
  if (found === undefined) return null
  const written = found.replace(/ of /i, ' ')
  const hasYear = readDays(written).length > 0
  return {
    rest: text.replace(found, ' ').replace(clock, ' '),
    isOf: (year) => (hasYear ? readDays(written) : readDays(monthFirst(written, year))),
  }
}

const monthFirst = (written: string, year: number) => `${written.replace(/([a-z.])(?=\d)|(\d)(?=[a-z])/gi, '$& ')} ${year}`

/** Reads the one day of a cell, the day before the month as India writes it; with or without a clock. Null for a text that is none. */
export function readDay(text: string): string | null {
  const [at] = readDays(text.replace(clock, '').trim())
  return at === undefined ? null : new Date(at).toISOString().slice(0, 10)
}
