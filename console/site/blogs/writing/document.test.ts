import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocks } from '#contract/site/blocks.ts'
import { toBlocks, toDocument } from './document.ts'
import { articleSchema } from './schema.ts'

const schema = getSchema(articleSchema)
/** The blocks after a stay in the editor, whose schema refuses what it does not know. */
function edited(given: readonly Block[]): Block[] {
  const document = Node.fromJSON(schema, toDocument(given))
  document.check()
  return toBlocks(document.toJSON() as ReturnType<typeof toDocument>)
}

// In NFC, as the contract stores text.
const word = fc.stringMatching(/^[\p{L}\p{N}₹!?.-]{1,12}$/u).map((letters) => letters.normalize('NFC'))
const text = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '\n').map((gap) => words.join(gap)))
const looks = fc.record(
  {
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    code: fc.constant(true as const),
    link: fc.constantFrom('https://example.com/a', 'mailto:asha@example.com', '/courses'),
  },
  { requiredKeys: [] },
)
/** Neighbours differ in their looks, as in every text that the editor has made. */
const runs = fc
  .array(fc.tuple(text, looks), { minLength: 1, maxLength: 5 })
  .map((parts) =>
    parts
      .map(([part, marks]) => ({ text: part, ...marks }))
      .filter((run, index, all) => index === 0 || lookOf(run) !== lookOf(all[index - 1] ?? run)),
  )
const lookOf = ({ bold, italic, code, link }: { bold?: true; italic?: true; code?: true; link?: string }) =>
  JSON.stringify([bold, italic, code, link])
const lines = fc.array(runs, { minLength: 1, maxLength: 4 })

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('paragraph' as const), text: runs }),
  fc.record({ type: fc.constant('heading' as const), level: fc.constantFrom(2 as const, 3 as const), text: runs }),
  fc.record({
    type: fc.constant('list' as const),
    ordered: fc.boolean(),
    items: fc.array(fc.oneof(runs, fc.record({ text: runs, list: fc.record({ ordered: fc.boolean(), items: lines }) })), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({
    type: fc.constant('table' as const),
    header: fc.boolean(),
    rows: fc
      .tuple(lines, lines)
      .map(([row, column]) => column.map((first, index) => [first, ...row.map((cell) => (index % 2 === 0 ? cell : []))])),
  }),
  fc.record({ type: fc.constant('quote' as const), text: runs, source: fc.option(word) }),
  fc.record({ type: fc.constant('code' as const), language: fc.option(word), code: text }),
  fc.record({
    type: fc.constant('image' as const),
    path: fc.constantFrom('media/library/0b6f-cm/960.webp', 'https://pictures.example/a.webp'),
    width: fc.integer({ min: 1, max: 20_000 }),
    height: fc.integer({ min: 1, max: 20_000 }),
    alt: word,
    caption: fc.option(word),
  }),
)

test('an article comes back from the editor without loss', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (article) => {
      expect(blocks.parse(edited(article))).toEqual(article)
    }),
  )
})

test('blocks without text are left out', () => {
  expect(toBlocks(toDocument([]))).toEqual([])
  expect(
    edited([
      { type: 'paragraph', text: [] },
      {
        type: 'list',
        ordered: true,
        items: [[], [{ text: 'One' }], { text: [{ text: 'Two' }], list: { ordered: true, items: [[]] } }],
      },
      { type: 'table', header: true, rows: [[[], []]] },
    ]),
  ).toEqual([{ type: 'list', ordered: true, items: [[{ text: 'One' }], [{ text: 'Two' }]] }])
})

test('neighbours with the same looks become one run', () => {
  expect(edited([{ type: 'paragraph', text: [{ text: 'One ' }, { text: 'two' }] }])).toEqual([
    { type: 'paragraph', text: [{ text: 'One two' }] },
  ])
})

test('a link that the contract refuses becomes text', () => {
  const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]
  expect(toBlocks({ content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Press', marks }] }] })).toEqual([
    { type: 'paragraph', text: [{ text: 'Press' }] },
  ])
})

test('control characters are removed', () => {
  expect(toBlocks({ content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a\u0007b\u202Ec\td' }] }] })).toEqual([
    { type: 'paragraph', text: [{ text: 'abc d' }] },
  ])
})

test('a long text is split into runs that the contract takes', () => {
  const long = '😀'.repeat(6000)
  const [paragraph] = blocks.parse(toBlocks(toDocument([{ type: 'paragraph', text: [{ text: long }] }])))
  expect(paragraph).toMatchObject({ type: 'paragraph' })
  expect(paragraph?.type === 'paragraph' && paragraph.text.map((run) => run.text).join('')).toBe(long)
})
