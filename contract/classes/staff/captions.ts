import { z } from 'zod'
import { captionLanguages, captionLanguageNames } from '#contract/classes/classes.ts'
import { id, rowId } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { CaptionError, captionLimits, parseCaptions, writeCaptions } from '#contract/classes/webvtt.ts'

/** WebVTT or SubRip, which is kept as the WebVTT that the product writes. */
const vtt = z
  .string({ error: 'Please give captions.' })
  .max(captionLimits.file, 'Please keep this under 200,001 characters.')
  .transform((text, context) => {
    try {
      const written = writeCaptions(parseCaptions(text))
      // What is written can be longer than what was sent: markup is escaped. The table holds as much.
      if (written.length > captionLimits.text) throw new CaptionError(0, 'These captions are too long.')
      return written
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof CaptionError ? error.message : 'These are no captions.' })
      return z.NEVER
    }
  })

const record = z.object({ ...recordFields, recording_id: z.int(), language: z.enum(captionLanguages), vtt: z.string() })
export type CaptionsRecord = z.output<typeof record>

const input = z.strictObject({
  recording_id: rowId,
  language: z.enum(captionLanguages, 'Please choose a language.'),
  vtt,
})

const example = {
  recording_id: 11,
  language: 'en',
  vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nGood evening.\n',
} as const

/** Captions of recordings, one text for each language. Who may write the recording may write them. */
export const captions = resource({
  name: 'captions',
  singular: 'caption',
  record,
  input,
  changes: z.strictObject({ vtt }),
  filters: {
    recording: id.optional(),
  },
  sort: ['language', 'id'],
  permission: { read: 'recordings:read', write: 'recordings:write' },
  // A letter of an Indian script has three bytes.
  largeBody: 'file',
  verbs: { remove: 'Delete the captions of one language; answers them as they were' },
  words: { language: captionLanguageNames },
  examples: { record: { ...example, id: 3, version: 1 }, input: example, changes: { vtt: example.vtt } },
})
