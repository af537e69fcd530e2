import { classStateNames } from '#contract/classes/staff/sessions.ts'
import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { formatDay, formatLongDay } from '#ui/format.ts'
import { timesOf } from './week-days.ts'

/** That the instructor has two classes at one time, in words; null when not. */
export function clashText({ instructor, clashes }: ClassOfWeek): string | null {
  const others = clashes.map((other) => `${nameOfBatch({ ...other, id: other.batch_id })}, ${timesOf(other)}`)
  return others.length === 0 ? null : `${instructor} has another class at that time: ${others.join('; ')}`
}

/** The course of a class, and that its batch is a draft. */
export const courseOf = ({ course, is_draft: isDraft }: ClassOfWeek): string => (isDraft ? `Draft: ${course}` : course)

/** All that the calendar knows of a class besides its course, as one text. */
export function spokenClass(session: ClassOfWeek): string {
  return [
    classTitle(session),
    `${session.is_draft ? 'draft ' : ''}batch ${session.batch_id}`,
    formatLongDay(session.starts_at),
    timesOf(session),
    `${session.instructor}${session.is_substitute ? ' as substitute' : ''}`,
    session.topic,
    classStateNames[session.state],
    clashText(session),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Each pair of classes that one instructor would teach at one time, once, as sentences with the class to open. */
export function listClashes(classes: readonly ClassOfWeek[]): { id: number; text: string }[] {
  const shown = new Set(classes.map(({ id }) => id))
  return classes.flatMap((session) =>
    session.clashes
      .filter((other) => !shown.has(other.id) || isBefore(session, other))
      .map((other) => ({
        id: session.id,
        text: `${session.instructor}, ${formatDay(session.starts_at)}: batch ${session.batch_id}, ${session.course}, ${timesOf(session)}, and batch ${other.batch_id}, ${other.course}, ${timesOf(other)}.`,
      })),
  )
}

const isBefore = (one: Pick<ClassOfWeek, 'starts_at' | 'id'>, other: Pick<ClassOfWeek, 'starts_at' | 'id'>) =>
  one.starts_at < other.starts_at || (one.starts_at === other.starts_at && one.id < other.id)
