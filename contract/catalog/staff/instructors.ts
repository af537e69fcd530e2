import { z } from 'zod'
import { line, paragraph } from '#contract/fields.ts'
import { actsOn, flag, recordFields, resource } from '#contract/resource.ts'
import { hello, helloExample, helloLimits } from '#contract/catalog/hello.ts'
import { picture } from '#contract/addresses.ts'
import { instructorLink, instructorLinks, linksExample } from '#contract/catalog/instructor-links.ts'

const record = z.object({
  ...recordFields,
  name: z.string(),
  /** One line; may be empty. */
  bio: z.string(),
  /** Employer or background; may be empty. */
  background: z.string(),
  languages: z.array(z.string()),
  /** Path or address of a picture; null for the drawn initials. */
  portrait: z.string().nullable(),
  links: z.array(instructorLink),
  /** Null without one. The captions are WebVTT. */
  hello: hello.extend({ captions: z.string() }).nullable(),
  archived: z.boolean(),
  /** Batches that have not ended and are not cancelled. */
  batches: z.int(),
})
export type InstructorRecord = z.output<typeof record>

const input = z.strictObject({
  name: line(120, 'Name is required.'),
  bio: z.union([z.literal(''), line(200)]),
  background: z.union([z.literal(''), paragraph(500)]),
  languages: z.array(line(40)).max(12, 'Please give at most 12 languages.'),
  portrait: picture,
  links: instructorLinks,
})

const example = {
  name: 'Meera Kulkarni',
  bio: 'Reviews pull requests before breakfast.',
  background: 'Eleven years as a web developer',
  languages: ['English', 'Marathi'],
  portrait: null,
  links: linksExample,
}

const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nHello, I am Meera.\n'

/** The people who teach. */
export const instructors = resource({
  name: 'instructors',
  singular: 'instructor',
  record,
  input,
  filters: { archived: flag.optional() },
  sort: ['name', 'id'],
  permission: { read: 'instructors:read', write: 'instructors:write' },
  verbs: {
    archive: 'Take the instructor out of the choices for batches',
    restore: 'Offer the instructor for batches again',
  },
  examples: {
    record: { ...example, id: 1, version: 2, archived: false, batches: 1, hello: { ...helloExample, captions } },
    input: example,
  },
})

const act = actsOn(instructors, { staff: 'instructors:write' })

/** The hello of an instructor. Without a file the words of the one that is there are changed. */
export const saveHello = {
  ...act({
    name: 'saveHello',
    verb: 'hello',
    summary: `Give an instructor a video of at most ${helloLimits.seconds} seconds with captions: WebVTT, or words that are spread over it`,
    body: z.strictObject({
      file: z.file('Please choose a video.').optional(),
      captions: paragraph(helloLimits.words, 'Please write what is said.'),
    }),
    example: { captions: 'Hello, I am Meera.' },
  }),
  bodyType: 'multipart/form-data',
} as const

export const removeHello = act({
  name: 'removeHello',
  verb: 'remove-hello',
  summary: 'Remove the hello of an instructor and its file',
  body: z.strictObject({}),
  example: {},
})
