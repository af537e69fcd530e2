import { z } from 'zod'
import { blocks } from '#contract/site/blocks.ts'
import { day, line } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { picture } from '#contract/addresses.ts'
import { schoolDay } from '#contract/filters.ts'

const record = z.object({
  ...recordFields,
  title: z.string(),
  category: z.string(),
  author: z.string(),
  excerpt: z.string(),
  blocks,
  image: z.string().nullable(),
  /** The day from which visitors see a published article. */
  published_date: day,
  publication,
})

const input = z.strictObject({
  title: line(160, 'Title is required.'),
  category: line(60, 'Category is required.'),
  author: line(80, 'Author is required.'),
  excerpt: line(300, 'Excerpt is required.'),
  blocks,
  image: picture,
  published_date: schoolDay,
})

const inputExample: z.input<typeof input> = {
  title: 'Reading a stack trace',
  category: 'Full Stack',
  author: 'Karyashala',
  excerpt: 'Start at the bottom, stop at your own code.',
  blocks: [
    { type: 'paragraph', text: [{ text: 'Start at the bottom.' }] },
    { type: 'list', ordered: false, items: [[{ text: 'Stop at your own code.', bold: true }]] },
  ],
  image: null,
  published_date: '2026-11-12',
}

/** Articles of the blog. */
export const blogs = resource({
  name: 'blogs',
  singular: 'blog',
  record,
  input,
  filters: { category: line(60).optional(), publication: publication.optional() },
  sort: ['published_date', 'title', 'id'],
  usualSort: '-published_date',
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  largeBody: true,
  words: { publication: publicationNames },
  examples: { record: { id: 1, version: 3, ...inputExample, publication: 'published' }, input: inputExample },
})
export type BlogRecord = z.output<typeof record>

export const previewBlog = previewEndpoint('blog', { resource: 'blogs', read: 'pages:read' })
