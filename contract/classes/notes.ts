import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, paragraph, rowId } from '#contract/fields.ts'

/** Characters of a note, and the notes that one student keeps of a class. */
export const noteLimits = { text: 4000, notes: 300 } as const

const note = z.object({
  id: z.int(),
  /** The recording whose second the note names; null for a note of the class. */
  recording_id: z.int().nullable(),
  at_seconds: z.int().nullable(),
  text: z.string(),
  created_at: instant,
  changed_at: instant,
})
export type ClassNote = z.output<typeof note>

/** Notes of the class as a whole first, then by recording and second. */
const notes = z.object({ notes: z.array(note) })
export type ClassNotes = z.output<typeof notes>

const text = paragraph(noteLimits.text, 'Please write your note.')

const noteBody = z
  .strictObject({
    text,
    recording_id: rowId.nullable().default(null),
    at_seconds: z
      .int('This is not a second.')
      .min(0, 'This is not a second.')
      .max(1_000_000, 'This is not a second.')
      .nullable()
      .default(null),
  })
  .refine((body) => (body.recording_id === null) === (body.at_seconds === null), {
    path: ['at_seconds'],
    message: 'A second belongs to a recording.',
  })

const words = 'An index on a foreign key is not made by itself.'
const example: ClassNotes = {
  notes: [
    {
      id: 5,
      recording_id: 12,
      at_seconds: 734,
      text: words,
      created_at: '2026-11-21T09:30:00.000Z',
      changed_at: '2026-11-21T09:30:00.000Z',
    },
  ],
}

const ofClass = {
  path: '/class-notes/:session_id/',
  tag: 'Classes',
  access: 'student',
  params: z.object({ session_id: id }),
  answers: { 200: notes },
} as const

export const listClassNotes = endpoint({
  ...ofClass,
  name: 'listClassNotes',
  method: 'GET',
  summary: 'The student’s own notes of a class, which nobody else reads',
  errors: [401, 404],
  example: { answer: example },
})

export const addClassNote = endpoint({
  ...ofClass,
  name: 'addClassNote',
  method: 'POST',
  summary: 'Write a note of a class, perhaps of a second of its recording; the same note sent twice is kept once',
  body: noteBody,
  errors: [401, 404, 409],
  example: { body: { text: words, recording_id: 12, at_seconds: 734 }, answer: example },
})

const ofNote = {
  ...ofClass,
  path: '/class-notes/:session_id/:note_id/',
  params: z.object({ session_id: id, note_id: id }),
} as const

export const changeClassNote = endpoint({
  ...ofNote,
  name: 'changeClassNote',
  method: 'PUT',
  summary: 'Change the words of an own note',
  body: z.strictObject({ text }),
  errors: [401, 404],
  example: { body: { text: words }, answer: example },
})

export const deleteClassNote = endpoint({
  ...ofNote,
  name: 'deleteClassNote',
  method: 'DELETE',
  summary: 'Delete an own note',
  errors: [401, 404],
  example: { answer: { notes: [] } },
})
