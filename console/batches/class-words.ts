import { z } from 'zod'
import { type SessionRecord, sessions } from '#contract/staff/sessions.ts'

const { topic, module, prepare, notes, classroom_url } = sessions.input.shape
/** An emptied field of a form is null. The contract takes it as an empty text. */
const orEmpty = <Text extends z.ZodType>(text: Text) => z.preprocess((value) => value ?? '', text)

/** The words of a class that staff write beside its batch. */
export const classWords = z.object({
  topic: orEmpty(topic),
  module: orEmpty(module),
  prepare: orEmpty(prepare),
  notes: orEmpty(notes),
  classroom_url,
})
export const wordNames = ['topic', 'module', 'prepare', 'notes', 'classroom_url'] as const

/** The words as values of a form. */
export function formOf(session: SessionRecord): Record<string, string | null> {
  return Object.fromEntries(wordNames.map((name) => [name, session[name] || null]))
}
