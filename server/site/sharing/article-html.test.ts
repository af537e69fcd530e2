import { expect, test } from 'vitest'
import type { Block } from '#contract/site/blocks.ts'
import { articleHtml } from './article-html.ts'

const html = (block: Block) => articleHtml([block], { origin: 'https://school.example', pictures: 'https://pictures.example' })

test('a list inside a list stands in its item', () => {
  const items = [
    { text: [{ text: 'Plan' }], list: { ordered: false, items: [[{ text: 'Draw', bold: true as const }]] } },
    [{ text: 'Build' }],
  ]
  expect(html({ type: 'list', ordered: true, items })).toBe(
    '<ol><li>Plan<ul><li><strong>Draw</strong></li></ul></li><li>Build</li></ol>',
  )
})

test('a table names its columns in the header row', () => {
  const rows = [[[{ text: 'Day' }]], [[{ text: '1 < 2\nlate' }]]]
  expect(html({ type: 'table', header: true, rows })).toBe(
    '<table><tr><th>Day</th></tr><tr><td>1 &lt; 2<br/>late</td></tr></table>',
  )
  expect(html({ type: 'table', header: false, rows })).not.toContain('<th>')
})

test('addresses of links and pictures are complete', () => {
  expect(html({ type: 'paragraph', text: [{ text: 'Courses', link: '/courses' }] })).toBe(
    '<p><a href="https://school.example/courses">Courses</a></p>',
  )
  const image = { type: 'image' as const, path: 'media/library/a/960.webp', width: 4, height: 3, alt: 'A desk', caption: null }
  expect(html(image)).toBe(
    '<p><img src="https://pictures.example/media/library/a/960.webp" alt="A desk" width="4" height="3"/></p>',
  )
})
