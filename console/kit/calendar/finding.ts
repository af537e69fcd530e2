import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { dayOf, minutesBetween } from '#ui/days.ts'

/** Whose free times are shown. */
export interface Finding {
  instructor: number | null
  batch: number | null
  minutes: number
  /** The class that would move. */
  session: number | null
}

type Movable = Pick<ClassOfWeek, 'id' | 'batch_id' | 'instructor_id' | 'starts_at' | 'ends_at'>

/** What is looked for to move a class. */
export const findingFor = (session: Movable): Finding => ({
  instructor: session.instructor_id,
  batch: session.batch_id,
  minutes: minutesBetween(session.starts_at, session.ends_at),
  session: session.id,
})

/** The address parameters of a search for free times; null ends it. */
export function addressOfFinding(finding: Finding | null): Record<string, string | null> {
  const text = (value: number | null | undefined) => (value ? String(value) : null)
  return {
    free: finding ? (text(finding.instructor) ?? '') : null,
    with: text(finding?.batch),
    minutes: text(finding?.minutes),
    move: text(finding?.session),
  }
}

/** The page that shows when a class could be instead. */
export function pathOfFreeTimes(session: Movable): string {
  const search = new URLSearchParams({ day: dayOf(session.starts_at) })
  for (const [name, value] of Object.entries(addressOfFinding(findingFor(session)))) if (value !== null) search.set(name, value)
  return `/week?${search}`
}
