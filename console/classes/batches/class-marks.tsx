import { ArrowRightLeft, CirclePlus, PencilLine, UserX } from 'lucide-react'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { formatDay } from '#ui/format.ts'

/** What people did with a class, in words: "Make-up class, moved from Wed 9 Dec, substitute Asha". */
export function marksOfClass({ extra, moved_from, substitute_for, instructor, edited, state }: SessionRecord): string[] {
  const marks = [
    extra ? 'Make-up class' : '',
    moved_from ? `Moved from ${formatDay(moved_from)}` : '',
    substitute_for === null ? '' : `Substitute ${instructor}`,
  ].filter(Boolean)
  return marks.length === 0 && edited && state !== 'cancelled' ? ['Edited by hand'] : marks
}

/** That the instructor has two classes at one time, in words; null when not. */
export function clashOfClass({ instructor, clash }: Pick<SessionRecord, 'instructor' | 'clash'>): string | null {
  return clash === null ? null : `${instructor} has another class at that time: ${clash}`
}

/** The same as one small sign. Its words stand in the name of the class. */
export function ClassSign({ session }: { session: SessionRecord }) {
  if (session.clash !== null) return <UserX aria-hidden="true" className="size-3 shrink-0 text-signal" />
  if (marksOfClass(session).length === 0) return null
  const Sign = session.extra ? CirclePlus : session.substitute_for === null ? PencilLine : ArrowRightLeft
  return <Sign aria-hidden="true" className="size-3 shrink-0" />
}
