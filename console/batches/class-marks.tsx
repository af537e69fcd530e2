import { ArrowRightLeft, CirclePlus, PencilLine } from 'lucide-react'
import type { SessionRecord } from '#contract/staff/sessions.ts'
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

/** The same as one small sign. Its words stand in the name of the class. */
export function ClassSign({ session }: { session: SessionRecord }) {
  if (marksOfClass(session).length === 0) return null
  const Sign = session.extra ? CirclePlus : session.substitute_for === null ? PencilLine : ArrowRightLeft
  return <Sign aria-hidden="true" className="size-3 shrink-0" />
}
