import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Block } from '#contract/site/blocks.ts'
import { ArticleBlocks } from './article-blocks.tsx'

/** The markup without the looks. */
const drawn = (...blocks: Block[]) =>
  renderToStaticMarkup(createElement(ArticleBlocks, { blocks })).replaceAll(/ (?:class|role|tabindex)="[^"]*"/g, '')

test('a list inside a list stands in its item', () => {
  expect(
    drawn({
      type: 'list',
      ordered: true,
      items: [
        { text: [{ text: 'Plan' }], list: { ordered: false, items: [[{ text: 'Draw' }], [{ text: 'Ask', bold: true }]] } },
        [{ text: 'Build' }],
      ],
    }),
  ).toBe('<ol><li>Plan<ul><li>Draw</li><li><strong>Ask</strong></li></ul></li><li>Build</li></ol>')
})

test('an empty cell of the header row is no header', () => {
  expect(drawn({ type: 'table', header: true, rows: [[[], [{ text: 'Day' }]]] })).toContain(
    '<tr><td></td><th scope="col">Day</th></tr>',
  )
})

test('a table has column headers only with a header row', () => {
  const rows = [
    [[{ text: 'Day' }], [{ text: 'Topic' }]],
    [[{ text: '1' }], []],
  ]
  expect(drawn({ type: 'table', header: true, rows })).toBe(
    '<div aria-label="Table: Day, Topic"><table><thead><tr><th scope="col">Day</th><th scope="col">Topic</th></tr></thead>' +
      '<tbody><tr><td>1</td><td></td></tr></tbody></table></div>',
  )
  expect(drawn({ type: 'table', header: false, rows })).toBe(
    '<div aria-label="Table"><table><tbody><tr><td>Day</td><td>Topic</td></tr><tr><td>1</td><td></td></tr></tbody></table></div>',
  )
})
