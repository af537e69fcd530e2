import { z } from 'zod'
import { isAddressText, line, paragraph } from '#contract/fields.ts'
import { isLink } from '#contract/rules.ts'

/** A run of text with one look. */
const run = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(5000)
    .refine(
      (text) => text.isWellFormed() && !/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u.test(text),
      'Please remove control characters.',
    ),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  code: z.literal(true).optional(),
  link: z
    .string()
    .max(2000)
    .refine((link) => isLink(link) && isAddressText(link), 'A link begins with https://, http://, mailto: or /.')
    .optional(),
})
export type Run = z.output<typeof run>
const runs = z.array(run).max(500)

const imagePath = z
  .string()
  .max(500)
  .refine(
    (path) => /^(?:media\/[\w./-]+|https:\/\/\S+)$/.test(path) && isAddressText(path) && !path.includes('..'),
    'This is not a picture of the library.',
  )

/** Rich text as blocks. HTML is never stored. */
export const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), text: runs }),
  z.strictObject({ type: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: runs }),
  z.strictObject({ type: z.literal('list'), ordered: z.boolean(), items: z.array(runs).min(1).max(200) }),
  z.strictObject({ type: z.literal('quote'), text: runs, source: line(200).nullable() }),
  z.strictObject({ type: z.literal('code'), language: line(40).nullable(), code: paragraph(20_000) }),
  z.strictObject({
    type: z.literal('image'),
    path: imagePath,
    /** Pixels, so that the page keeps its place while the picture loads. */
    width: z.int().min(1).max(20_000),
    height: z.int().min(1).max(20_000),
    alt: line(300, 'Describe the picture for people who do not see it.'),
    caption: line(300).nullable(),
  }),
])
export type Block = z.output<typeof block>
export const blocks = z.array(block).max(500, 'This text has too many blocks.')

/** The text of runs without their looks. */
export function plainText(text: readonly Run[]): string {
  return text.map((part) => part.text).join('')
}

/** The paragraphs of blocks as plain text, for readers that know no blocks. */
export function plainParagraphs(content: readonly Block[]): string[] {
  return content.flatMap((one) => {
    if (one.type === 'list') return one.items.map(plainText)
    if (one.type === 'code') return [one.code]
    if (one.type === 'image') return one.caption === null ? [] : [one.caption]
    return [plainText(one.text)]
  })
}
