import { z } from 'zod'
import { line, paragraph } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { picture } from '#contract/addresses.ts'

/** Parts of a page with a heading and plain text; blank lines separate paragraphs. */
export const sections = z
  .array(
    z.strictObject({ title: line(200, 'Each part needs a heading.'), description: paragraph(10_000, 'Each part needs a text.') }),
  )
  .max(60, 'This page has too many parts.')

const record = z.object({
  ...recordFields,
  title: z.string(),
  summary: z.string(),
  content: z.array(z.object({ title: z.string(), description: z.string() })),
  image: z.string().nullable(),
  publication,
})

const input = z.strictObject({
  title: line(120, 'Title is required.'),
  summary: line(300, 'Summary is required.'),
  content: sections,
  image: picture,
})

const inputExample = {
  title: 'Mock interviews',
  summary: 'Practise with an engineer who interviews for a living.',
  content: [{ title: 'How it works', description: 'You pick a slot.' }],
  image: null,
}
const shared = {
  record,
  input,
  filters: { publication: publication.optional() },
  sort: ['title', 'id'],
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  largeBody: true,
  words: { publication: publicationNames },
  examples: { record: { id: 1, version: 3, ...inputExample, publication: 'published' }, input: inputExample },
} as const

/** What the school offers besides courses. */
export const services = resource({ name: 'services', singular: 'service', ...shared })

/** Material for everyone. */
export const resources = resource({ name: 'resources', singular: 'resource', ...shared })

export type UtilityRecord = z.output<typeof record>

export const previewService = previewEndpoint('service', { resource: 'services', read: 'pages:read' })
export const previewResource = previewEndpoint('resource', { resource: 'resources', read: 'pages:read' })
