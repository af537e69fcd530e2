import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant, rupees } from '#contract/fields.ts'
import { searchKinds, searchLength, searchPlace } from '#contract/rules.ts'

const found = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  title: z.string(),
  category: z.string(),
  summary: z.string(),
  image: z.string(),
  /** For a course: rupees to pay, and the start of its next available batch. */
  amount: rupees.nullable(),
  next_start: instant.nullable(),
})
export type Found = z.output<typeof found>
export type FoundKind = Found['kind']

export const search = endpoint({
  name: 'search',
  method: 'GET',
  path: '/search/',
  tag: 'Catalogue',
  summary:
    'Courses, services, resources and articles that match the query, best first, a page at a time; tolerates typing errors',
  access: 'public',
  query: z.strictObject({
    q: z
      .string({ error: 'Type what you are looking for.' })
      .trim()
      .min(1, 'Type what you are looking for.')
      .max(searchLength, `Please keep this under ${searchLength + 1} characters.`)
      // Normalised, so that every spelling shares one cache entry.
      .overwrite((text) => text.toLowerCase().replace(/\s+/g, ' '))
      .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Please remove control characters.'),
    /** Without it, results of every kind. */
    kind: z.enum(searchKinds).optional(),
    /** The last result of the page before, such as `course-12`. */
    after: z.string().regex(searchPlace, 'This place is not valid.').optional(),
  }),
  answers: {
    200: z.object({
      results: z.array(found),
      /** How many results of each kind all pages have. */
      counts: z.record(z.enum(searchKinds), z.int()),
      next: z.string().nullable(),
    }),
  },
  example: {
    answer: {
      results: [
        {
          kind: 'course',
          id: 1,
          title: 'Full Stack Web Development',
          category: 'Full Stack',
          summary: 'Build and ship complete web products with TypeScript.',
          image: 'media/art/course/1.svg',
          amount: 36000,
          next_start: '2026-12-07T14:00:00.000Z',
        },
      ],
      counts: { course: 1, service: 0, resource: 0, blog: 0 },
      next: null,
    },
  },
  cacheTags: ['course', 'seats', 'utility', 'blog'],
})
