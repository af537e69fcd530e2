import { z } from 'zod'
import { classWords, type OwnClass } from '#contract/staff/teaching.ts'
import { formatDay } from '#ui/format.ts'

/** An emptied field of a form is null. The contract takes it as an empty text. */
const orEmpty = <Text extends z.ZodType>(text: Text) => z.preprocess((value) => value ?? '', text)

export const wordsSchema = z.object({
  prepare: orEmpty(classWords.shape.prepare),
  notes: orEmpty(classWords.shape.notes),
})
export const wordNames = ['prepare', 'notes'] as const
export const wordLabels = { prepare: 'What to prepare', notes: 'Notes' } as const

/** The words as values of a form. */
export function formOf(session: OwnClass): Record<string, string | null> {
  return Object.fromEntries(wordNames.map((name) => [name, session[name] || null]))
}

/** What people did with a class, in words: "Moved from Wed 9 Dec, Tara teaches it". */
export function marksOf({ moved_from, substitute_for, instructor, mine }: OwnClass): string[] {
  return [
    moved_from ? `Moved from ${formatDay(moved_from)}` : '',
    substitute_for === null ? '' : mine ? `You stand in for ${substitute_for}` : `${instructor} teaches it`,
  ].filter(Boolean)
}
