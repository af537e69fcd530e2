import { z } from 'zod'
import { day, line, paragraph } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { schoolDay } from '#contract/filters.ts'

const record = z.object({
  ...recordFields,
  name: z.string(),
  role: z.string(),
  course: z.string(),
  quote: z.string(),
  /** Whether the person agreed in writing to the publication. */
  consent: z.boolean(),
  /** The day on which the person completed the course. */
  completed_on: day.nullable(),
  /** The day of the consent. */
  consented_on: day.nullable(),
  publication,
})

const input = z.strictObject({
  name: line(80, 'Name is required.'),
  role: line(120, 'Role is required.'),
  course: line(160, 'Course is required.'),
  quote: paragraph(1000, 'Please add what was said.'),
  consent: z.boolean(),
  completed_on: schoolDay.nullable(),
  consented_on: schoolDay.nullable(),
})

const inputExample = {
  name: 'Ritu S.',
  role: 'Backend developer',
  course: 'Full Stack Web Development',
  quote: 'I ship weekly.',
  consent: true,
  completed_on: '2026-06-30',
  consented_on: '2026-07-04',
}

/** What students said. It is published only with a written consent that was given after the course (CCPA 2024). */
export const testimonials = resource({
  name: 'testimonials',
  singular: 'testimonial',
  record,
  input,
  filters: { course: line(160).optional(), publication: publication.optional() },
  sort: ['name', 'course', 'id'],
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  words: { publication: publicationNames },
  examples: { record: { id: 1, version: 3, ...inputExample, publication: 'published' }, input: inputExample },
})
export type TestimonialRecord = z.output<typeof record>

export const previewTestimonial = previewEndpoint('testimonial', { resource: 'testimonials', read: 'pages:read' })
