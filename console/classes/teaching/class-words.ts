import { z } from 'zod'
import { classWords, type OwnClass } from '#contract/classes/staff/teaching.ts'
import { formatDay } from '#ui/format.ts'
import { orEmpty } from '#console/kit/calendar/class-words.tsx'

/** The words of a class that its instructor writes. */
export const wordsSchema = z.object({
  prepare: orEmpty(classWords.shape.prepare),
  notes: orEmpty(classWords.shape.notes),
})
export type ClassWordsInput = z.input<typeof wordsSchema>
export const wordLabels = { prepare: 'What to prepare', notes: 'Notes' } as const

/** What people did with a class, in words: "Moved from Wed 9 Dec, Tara teaches it". */
export function marksOf({ moved_from, substitute_for, instructor, mine }: OwnClass): string[] {
  return [
    moved_from ? `Moved from ${formatDay(moved_from)}` : '',
    substitute_for === null ? '' : mine ? `You stand in for ${substitute_for}` : `${instructor} teaches it`,
  ].filter(Boolean)
}
