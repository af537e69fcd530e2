import { z } from 'zod'
import { line, paragraph } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { picture } from '#contract/addresses.ts'

const record = z.object({
  ...recordFields,
  title: z.string(),
  category: z.string(),
  content: z.string(),
  image: z.string().nullable(),
  publication,
})

const input = z.strictObject({
  title: line(120, 'Title is required.'),
  category: line(60, 'Category is required.'),
  content: paragraph(2000, 'Please describe the project.'),
  image: picture,
})

const inputExample = {
  title: 'Clinic booking',
  category: 'Full Stack',
  content: 'A booking system for a small clinic.',
  image: null,
}

/** Projects that students build. */
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
