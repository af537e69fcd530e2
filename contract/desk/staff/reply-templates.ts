import { z } from 'zod'
import { line, paragraph } from '#contract/fields.ts'
import { flag, recordFields, resource } from '#contract/resource.ts'

/** Kinds of leads that a template answers. Proposals of professors and of students are both research. */
export const templateKinds = ['callback', 'hire', 'research', 'contact', 'checkout'] as const
export const templateKindNames: Readonly<Record<(typeof templateKinds)[number], string>> = {
  callback: 'Call back',
  hire: 'Hiring',
  research: 'Research',
  contact: 'Contact',
  checkout: 'Left checkout',
}

const record = z.object({
  ...recordFields,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Null is for every lead. */
  kind: z.enum(templateKinds).nullable(),
  /** A draft is not offered for replies. */
  is_draft: z.boolean(),
})
export type ReplyTemplateRecord = z.output<typeof record>

const example = {
  name: 'Recordings',
  subject: 'Recordings of {course}',
  body: 'Dear {name},\n\nevery class is recorded and stays in your room for a year.\n\n{school}',
  kind: 'callback',
} as const

/** What `{…}` in a template stands for. */
export const templateWords = ['name', 'course', 'school'] as const

const known = (text: string) =>
  [...text.matchAll(/\{(\w*)\}/g)].every(([, word = '']) => (templateWords as readonly string[]).includes(word))
const unknownWord = `Only ${templateWords.map((word) => `{${word}}`).join(', ')} can be filled in.`

/** Answers that staff begin a reply with. */
export const replyTemplates = resource({
  name: 'reply-templates',
  singular: 'reply-template',
  record,
  input: z.strictObject({
    name: line(80, 'Name is required.'),
    subject: line(150, 'Subject is required.').refine(known, unknownWord),
    body: paragraph(10_000, 'Please write the text.').refine(known, unknownWord),
    kind: z.enum(templateKinds).nullable(),
  }),
  filters: { is_draft: flag.optional() },
  sort: ['name', 'id'],
  permission: { read: 'leads:read', write: 'leads:write' },
  verbs: {
    remove: 'Remove the template; answers it as it was',
    ready: 'Offer the template for replies',
    draft: 'Make the template a draft, which is not offered',
  },
  words: { kind: templateKindNames },
  examples: { record: { id: 2, version: 1, ...example, is_draft: false }, input: example },
})
