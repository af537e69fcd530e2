import { expect, test } from 'vitest'
import { type Block, blocks, plainParagraphs } from './blocks.ts'

const text = [{ text: 'One' }]
const inner = { ordered: false, items: [text] }
const table = (rows: unknown) => ({ type: 'table', header: true, rows })
const list = (...items: unknown[]) => ({ type: 'list', ordered: true, items })
const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one)
const problemOf = (block: unknown) => blocks.safeParse([block]).error?.issues[0]?.message

test('items are texts or texts with a list', () => {
  const article = [list(text, { text, list: inner }), table([[text, []]])]
  expect(blocks.parse(article)).toEqual(article)
})

test.each([
  ['a third level', list({ text, list: { ...inner, items: [{ text, list: inner }] } }), /two levels/],
  ['too many items', list(...many(201, text)), /200 items/],
  ['an uneven row', table([[text, text], [text]]), /same number of cells/],
  ['too many columns', table([many(13, text)]), /12 columns/],
  ['too many rows', table(many(201, [text])), /200 rows/],
])('%s is refused in words', (_, block, problem) => {
  expect(problemOf(block)).toMatch(problem)
})

test('a wrong link is named in every item and cell', () => {
  const bad = [{ text: 'Go', link: 'javascript:alert(1)' }]
  for (const block of [
    list(bad),
    list({ text: bad, list: inner }),
    list({ text, list: { ...inner, items: [bad] } }),
    table([[bad]]),
  ])
    expect(problemOf(block)).toMatch(/^A link begins with/)
})

test('plain text keeps inner items and rows', () => {
  const article: Block[] = [
    { type: 'list', ordered: true, items: [{ text, list: { ordered: false, items: [[{ text: 'Two' }]] } }, [{ text: 'Three' }]] },
    {
      type: 'table',
      header: true,
      rows: [
        [text, [{ text: 'Four' }]],
        [[], text],
      ],
    },
  ]
  expect(plainParagraphs(article)).toEqual(['One', 'Two', 'Three', 'One | Four', ' | One'])
})
