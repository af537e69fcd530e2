import { asciiDigits } from '#contract/rules.ts'

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export const isTime = (value: string): boolean => clock.test(value)

const two = (value: number) => String(value).padStart(2, '0')

/** "7:30 pm". */
export function timeText(time: string): string {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}:${time.slice(3)} ${hours < 12 ? 'am' : 'pm'}`
}

/**
 * Reads a time of day: `19:30`, `7.30pm`, `730 pm`, `7 pm`. Without am or pm it is a clock of 24 hours. An hour alone is not read,
 * because 7 is a morning for one person and an evening for another.
 * @returns `HH:MM`, or null
 */
export function readTime(text: string): string | null {
  const plain = asciiDigits(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (plain === 'noon') return '12:00'
  if (plain === 'midnight') return '00:00'
  const [, hour, minute, half] =
    /^(\d{1,2}) ?[:. ] ?(\d\d)(?::00)? ?([ap])?\.?(?: ?m\.?)?$/.exec(plain) ??
    /^(\d{1,2})(\d\d) ?([ap])?\.?(?: ?m\.?)?$/.exec(plain) ??
    /^(\d{1,2})() ?([ap])\.? ?m\.?$/.exec(plain) ??
    []
  if (hour === undefined || (half === undefined && plain.endsWith('m'))) return null
  const hours = Number(hour)
  if (half !== undefined && (hours < 1 || hours > 12)) return null
  const time = `${two(half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0))}:${minute || '00'}`
  return isTime(time) ? time : null
}

/** What is wrong with a value, in words; undefined when it is empty or a time. */
export function timeError(value: string): string | undefined {
  return value === '' || isTime(value) ? undefined : `“${value}” is not a time. Please write it like 7:30 pm or 19:30.`
}

/** The times of a day by quarters of an hour. */
export const quarters: readonly string[] = Array.from(
  { length: 96 },
  (_, index) => `${two(Math.floor(index / 4))}:${two((index % 4) * 15)}`,
)
