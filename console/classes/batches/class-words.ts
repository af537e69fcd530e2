import { z } from 'zod'
import { sessions } from '#contract/classes/staff/sessions.ts'
import { orEmpty } from '#console/kit/calendar/class-words.tsx'

const { topic, module, prepare, notes, classroom_url, classroom_provider } = sessions.input.shape

/** The words of a class that staff write beside its batch. */
export const wordsSchema = z.object({
  topic: orEmpty(topic),
  module: orEmpty(module),
  prepare: orEmpty(prepare),
  notes: orEmpty(notes),
  classroom_url,
  classroom_provider,
})
export type ClassWordsInput = z.input<typeof wordsSchema>
