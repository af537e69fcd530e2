/** Zones of accounts whose reports schools get, the most likely first. The offset follows the date. */
const zones = [
  ['Asia/Kolkata', 'India time'],
  ['UTC', 'UTC'],
  ['America/Los_Angeles', 'US Pacific time'],
  ['America/New_York', 'US Eastern time'],
  ['America/Chicago', 'US Central time'],
  ['America/Denver', 'US Mountain time'],
  ['Europe/London', 'UK time'],
  ['Europe/Berlin', 'Central European time'],
  ['Asia/Dubai', 'Gulf time'],
  ['Asia/Singapore', 'Singapore time'],
  ['Australia/Sydney', 'Sydney time'],
] as const

export const indiaOffset = 330
const [west, east] = [-12 * 60, 14 * 60]

/** Offsets of the short names that reports use. IST is India's: a school in India reads them. */
const shortNames: Record<string, number> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ist: indiaOffset,
  bst: 60,
  cet: 60,
  cest: 120,
  pst: -480,
  pdt: -420,
  mst: -420,
  mdt: -360,
  cst: -360,
  cdt: -300,
  est: -300,
  edt: -240,
  sgt: 480,
  aest: 600,
  aedt: 660,
}

/**
 * Returns the minutes east of UTC that a text such as `UTC+05:30`, `-0800`, `PST` or `Asia/Kolkata` names; null for any other.
 * @param at UTC milliseconds: the offset of a place follows the date
 */
export function readZone(text: string, at: number): number | null {
  const name = text.trim().toLowerCase()
  const known = shortNames[name]
  if (known !== undefined) return known
  const found = /^(?:utc|gmt)? ?([+\u2212-])(\d{1,2})(?::?(\d\d))?$/.exec(name)
  if (found) {
    const minutes = (Number(found[2]) * 60 + Number(found[3] ?? 0)) * (found[1] === '+' ? 1 : -1)
    return minutes >= west && minutes <= east ? minutes : null
  }
  return name.includes('/') ? offsetIn(text.trim(), at) : null
}

/** Minutes east of UTC of a zone of the IANA database at an instant; null for an unknown one. */
function offsetIn(timeZone: string, at: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
    return readZone(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '', at)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** An offset with the zones that have it at an instant. */
export interface UsedOffset {
  minutes: number
  zones: string[]
}

/** Returns the whole and half hours of the world, in minutes east of UTC, the most likely ones first. */
export function usedOffsets(at: number): UsedOffset[] {
  const named = Map.groupBy(zones, ([zone]) => offsetIn(zone, at) ?? 0)
  const all = Array.from({ length: (east - west) / 30 + 1 }, (_, index) => west + index * 30)
  const others = all.filter((minutes) => !named.has(minutes))
  return [
    ...[...named].map(([minutes, those]) => ({ minutes, zones: those.map(([, name]) => name) })),
    ...others.map((minutes) => ({ minutes, zones: [] })),
  ]
}
