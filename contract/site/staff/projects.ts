import { z } from 'zod'
import { day, line, paragraph } from '#contract/fields.ts'
import { schoolDay } from '#contract/filters.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { picture, secureLink } from '#contract/addresses.ts'

const record = z.object({
  ...recordFields,
  title: z.string(),
  category: z.string(),
  content: z.string(),
  image: z.string().nullable(),
  student_name: z.string().nullable(),
  learnt: z.string().nullable(),
  live_url: z.string().nullable(),
  /** The day on which the student completed the course. */
  completed_on: day.nullable(),
  /** The day of the written consent. */
  consented_on: day.nullable(),
  publication,
})

const input = z.strictObject({
  title: line(120, 'Title is required.'),
  category: line(60, 'Category is required.'),
  content: paragraph(2000, 'Please describe the project.'),
  image: picture,
  student_name: line(80).nullable().optional(),
  learnt: paragraph(600).nullable().optional(),
  live_url: secureLink.nullable().optional(),
  completed_on: schoolDay.nullable().optional(),
  consented_on: schoolDay.nullable().optional(),
})

const inputExample = {
  title: 'Clinic booking',
  category: 'Full Stack',
  content: 'A booking system for a small clinic.',
  image: null,
  student_name: 'Asha Patil',
  learnt: 'Two people who press at once are a question for the database.',
  live_url: 'https://clinic.example',
  completed_on: '2026-06-30',
  consented_on: '2026-07-04',
}

/** Projects that students build. A name and a live address are shown only with a written consent that was given after the course (CCPA 2024). */
export const projects = resource({
  name: 'projects',
  singular: 'project',
  record,
  input,
  filters: { category: line(60).optional(), publication: publication.optional() },
  sort: ['title', 'category', 'id'],
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  words: { publication: publicationNames },
  examples: { record: { id: 1, version: 3, ...inputExample, publication: 'published' }, input: inputExample },
})
export type ProjectRecord = z.output<typeof record>

export const previewProject = previewEndpoint('project', { resource: 'projects', read: 'pages:read' })
