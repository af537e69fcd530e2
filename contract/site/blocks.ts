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

const list = <Item extends z.ZodType>(item: Item) => ({
  ordered: z.boolean(),
  items: z.array(item).min(1).max(200, 'A list has 200 items at most.'),
})
const innerList = z.strictObject(list(runs))
/** A text, or a text with a list below it. */
const listItem = z.union(
  [runs, z.strictObject({ text: runs, list: innerList })],
  'An item of a list is a text, alone or with one more list below it. Lists have two levels.',
)
export type ListItem = z.output<typeof listItem>

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
  z.strictObject({ type: z.literal('list'), ...list(listItem) }),
  z.strictObject({
    type: z.literal('table'),
    /** Whether the first row names the columns. */
    header: z.boolean(),
    rows: z
      .array(z.array(runs).min(1).max(12, 'A table has 12 columns at most.'))
      .min(1)
      .max(200, 'A table has 200 rows at most.')
      .refine(
        (rows) => rows.every((row) => row.length === rows[0]?.length),
        'All rows of a table have the same number of cells.',
      ),
  }),
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

/** Returns the text of an item and the list below it. */
export function partsOf(item: ListItem): { text: readonly Run[]; list: z.output<typeof innerList> | null } {
  return Array.isArray(item) ? { text: item, list: null } : item
}

/** The paragraphs of blocks as plain text, for readers that know no blocks. */
export function plainParagraphs(content: readonly Block[]): string[] {
  return content.flatMap((one) => {
    if (one.type === 'list')
      return one.items.map(partsOf).flatMap(({ text, list }) => [text, ...(list?.items ?? [])].map(plainText))
    if (one.type === 'table') return one.rows.map((row) => row.map(plainText).join(' | '))
    if (one.type === 'code') return [one.code]
    if (one.type === 'image') return one.caption === null ? [] : [one.caption]
    return [plainText(one.text)]
  })
}
