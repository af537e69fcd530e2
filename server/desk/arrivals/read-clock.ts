/** The text with one space between its words, so that patterns need no repetition of spaces. */
const tidy = (text: string) => text.trim().split(/\s+/).join(' ')

/** Reads a time of the day, such as `7:30 PM`, `19.30` or `7 pm`, as `HH:MM`. Null for a text that is none. */
function readClock(text: string): string | null {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.](\d\d))?(?::\d\d)? ?([ap])?\.?m?\.?(?: ?ist)?$/i.exec(tidy(text)) ?? []
  if (hours === undefined) return null
  const hour = Number(hours)
  const isAfternoon = half?.toLowerCase() === 'p'
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  const full = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0)
  return full > 23 || Number(minutes) > 59 ? null : `${String(full).padStart(2, '0')}:${minutes}`
}

/** Reads `7:30 PM`, or `7:30 PM – 9:00 PM` with its minutes. Null for a text that is neither. */
export function readTimes(text: string): { clock: string; minutes: number | null } | null {
  const [from = '', to, ...more] = tidy(text).split(/ ?(?:[-–—]|\bto\b) ?/i)
  const end = to === undefined ? null : readClock(to)
  // `7:30 – 9:00 PM` is of one half of the day.
  const half = to === undefined || /[ap]\.?m/i.test(from) ? '' : (/[ap]\.?m/i.exec(to)?.[0] ?? '')
  const clock = readClock(`${from}${half}`)
  if (clock === null || more.length > 0 || (to !== undefined && end === null)) return null
  return { clock, minutes: end === null ? null : (minutesOf(end) - minutesOf(clock) + 1440) % 1440 }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Reads `Mon, Wed & Fri`, `Mon–Fri`, `weekends` or `daily` as ISO weekdays. Null for a text that is none. */
export function readWeekdays(text: string): number[] | null {
  const written = tidy(text.toLowerCase())
  if (/^(?:daily|every ?day|all days)$/.test(written)) return [1, 2, 3, 4, 5, 6, 7]
  if (/^weekends?$/.test(written)) return [6, 7]
  if (/^weekdays?$/.test(written)) return [1, 2, 3, 4, 5]
  const found = new Set<number>()
  for (const part of written.replaceAll(/ ?(?:[-–—]|\bto\b) ?/g, '-').split(/[\s,;/&+|]+|\band\b/)) {
    if (part === '') continue
    const [first, last = first, ...more] = part.split('-').map((word) => days.indexOf(word.slice(0, 3)) + 1)
    if (!first || !last || more.length > 0) return null
    for (let day = first; ; day = (day % 7) + 1) {
      found.add(day)
      if (day === last) break
    }
  }
  return found.size === 0 ? null : [...found].toSorted((one, other) => one - other)
}

/** `7 Dec 2026,` has its comma because of the time that follows. */
const withoutComma = (text: string) => (text.endsWith(',') ? text.slice(0, -1) : text).trim()

/** A class of a list. */
export interface ListedClass {
  day: string
  clock: string
}

/**
 * Reads a list of classes, such as `7 Dec 2026 19:30; 9 Dec 2026 19:30`, in the order of time.
 * @param readDay reads a day, with or without a clock
 * @param usual the clock of a class that has none
 * @returns the part that can't be read, or the classes
 */
export function readClasses(
  text: string,
  readDay: (text: string) => string | null,
  usual: string | null,
): ListedClass[] | { unread: string } {
  const classes: ListedClass[] = []
  for (const part of text.split(/[;|\n]/).map(tidy)) {
    if (part === '') continue
    const found = /[ T,](\d{1,2}(?:[:.]\d\d(?::\d\d)? ?(?:[ap]\.?m\.?)?| ?[ap]\.?m\.?))$/i.exec(part)
    const time = found?.[1]
    const day = readDay(withoutComma(part.slice(0, found?.index)))
    const clock = time === undefined ? usual : readClock(time)
    if (day === null || clock === null) return { unread: part }
    classes.push({ day, clock })
  }
  const key = ({ day, clock }: ListedClass) => `${day} ${clock}`
  return classes.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}
