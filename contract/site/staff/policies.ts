import { z } from 'zod'
import { day, line } from '#contract/fields.ts'
import { previewEndpoint, publication, publicationVerbs, recordFields, resource, publicationNames } from '#contract/resource.ts'
import { policyIds } from '#contract/rules.ts'
import { schoolDay } from '#contract/filters.ts'
import { sections } from './utilities.ts'

const policyId = z.union([z.literal(policyIds.terms), z.literal(policyIds.privacy), z.literal(policyIds.refund)])

const record = z.object({
  ...recordFields,
  policy_id: z.int(),
  title: z.string(),
  content: z.array(z.object({ title: z.string(), description: z.string() })),
  /** The day from which a published version holds. */
  effective_on: day,
  publication,
  /** Whether this version holds today. */
  in_effect: z.boolean(),
})

const input = z.strictObject({
  policy_id: policyId,
  title: line(120, 'Title is required.'),
  content: sections.min(1, 'A policy needs a text.'),
  effective_on: schoolDay,
})

const inputExample: z.input<typeof input> = {
  policy_id: policyIds.refund,
  title: 'Refund Policy',
  content: [{ title: 'Before the first class', description: 'You get the full amount back.' }],
  effective_on: '2026-12-01',
}

/** Versions of the three policies. The newest published version of a day that has come is in effect and can't change. */
export const policies = resource({
  name: 'policies',
  singular: 'policy',
  record,
  input,
  filters: {
    policy_id: z
      .enum([String(policyIds.terms), String(policyIds.privacy), String(policyIds.refund)], 'Please give 4, 5 or 6.')
      .transform(Number)
      .optional(),
    publication: publication.optional(),
  },
  sort: ['effective_on', 'id'],
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  largeBody: true,
  words: { publication: publicationNames },
  examples: {
    record: { id: 1, version: 3, ...inputExample, publication: 'draft', in_effect: false },
    input: inputExample,
  },
})
export type PolicyRecord = z.output<typeof record>

/** Blanks of a draft that are still to be filled in, such as `[city]`, each once. A number such as `[1]` is none. */
export function blanksOf({ title, content }: Pick<PolicyRecord, 'title' | 'content'>): string[] {
  const texts = [title, ...content.flatMap((section) => [section.title, section.description])]
  return [...new Set(texts.flatMap((text) => text.match(/\[\p{L}[^[\]]*\]/gu) ?? []))]
}

/** @param blanks at least one */
export function blanksMessage(blanks: readonly string[]): string {
  const [first, ...others] = blanks
  const more = others.length === 0 ? '' : others.length === 1 ? ' and one more' : ` and ${others.length} more`
  return `Please fill in what stands in [brackets] before you publish: ${first}${more}.`
}

export const previewPolicy = previewEndpoint('policy', { resource: 'policies', read: 'pages:read' })
