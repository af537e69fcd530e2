import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id } from '#contract/fields.ts'

/** Students who must stand behind the figures of a batch that are shown. */
export const studentsOfOutcomes = 20

/** What came of a finished batch. */
export const outcomes = z.object({
  /** Everybody who had a place in at least one class. */
  students: z.int(),
  /** Places in classes that were attended, and all that count: without excused ones. */
  attended: z.int(),
  counted: z.int(),
  /** Students who have the certificate. */
  certificates: z.int(),
  /** Exercises of everybody who stayed to the end, and how many of them were accepted. */
  exercises: z.int(),
  accepted: z.int(),
  first_day: day,
  last_day: day,
})
export type Outcomes = z.output<typeof outcomes>

export const outcomesExample: Outcomes = {
  students: 27,
  attended: 640,
  counted: 744,
  certificates: 22,
  exercises: 120,
  accepted: 104,
  first_day: '2026-07-18',
  last_day: '2026-10-18',
}

export const readCourseOutcomes = endpoint({
  name: 'readCourseOutcomes',
  method: 'GET',
  path: '/courses/:id/outcomes/',
  tag: 'Catalogue',
  summary: 'What came of the last batch of a course whose figures staff show',
  access: 'public',
  params: z.object({ id }),
  answers: { 200: z.object({ outcomes: outcomes.nullable() }) },
  errors: [404],
  example: { answer: { outcomes: outcomesExample } },
  cacheTags: ['course:{id}'],
})
