import type { JSONContent } from '@tiptap/core'
import { type Block, type ListItem, partsOf, plainText, type Run } from '#contract/site/blocks.ts'
import { isLink } from '#contract/rules.ts'

/** Characters of one run, as the contract limits them. */
const runLength = 5000
const refusedCharacters = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** Returns the editor's document of an article. */
export function toDocument(blocks: readonly Block[]): JSONContent {
  const content = blocks.map(toNode)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function toNode(block: Block): JSONContent {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', ...inline(block.text) }
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, ...inline(block.text) }
    case 'list':
      return listNode(block.ordered, block.items)
    case 'table':
      return {
        type: 'table',
        attrs: { header: block.header },
        content: block.rows.map((row) => ({
          type: 'tableRow',
          content: row.map((cell) => ({ type: 'tableCell', content: [{ type: 'paragraph', ...inline(cell) }] })),
        })),
      }
    case 'quote':
      return { type: 'quote', attrs: { source: block.source }, ...inline(block.text) }
    case 'code':
      return { type: 'codeBlock', attrs: { language: block.language }, content: [{ type: 'text', text: block.code }] }
    case 'image': {
      const { type, ...attrs } = block
      return { type, attrs }
    }
  }
}

function listNode(ordered: boolean, items: readonly ListItem[]): JSONContent {
  return {
    type: ordered ? 'orderedList' : 'bulletList',
    content: items.map(partsOf).map(({ text, list }) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', ...inline(text) }, ...(list ? [listNode(list.ordered, list.items)] : [])],
    })),
  }
}

function inline(runs: readonly Run[]): JSONContent {
  const content = runs.flatMap(({ text, ...looks }) => {
    const marks = marksOf(looks)
    return text
      .split('\n')
      .flatMap((part, index): JSONContent[] => [
        ...(index > 0 ? [{ type: 'hardBreak', ...marks }] : []),
        ...(part === '' ? [] : [{ type: 'text', text: part, ...marks }]),
      ])
  })
  return content.length > 0 ? { content } : {}
}

function marksOf({ bold, italic, code, link }: Omit<Run, 'text'>): JSONContent {
  const marks = [
    ...(link === undefined ? [] : [{ type: 'link', attrs: { href: link } }]),
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
    ...(code ? [{ type: 'code' }] : []),
  ]
  return marks.length > 0 ? { marks } : {}
}

/** Returns the article of the editor's document. Blocks without text say nothing and are left out. */
export function toBlocks({ content = [] }: JSONContent): Block[] {
  return content.map(toBlock).filter((block) => block !== null)
}

function toBlock(node: JSONContent): Block | null {
  const { type, attrs = {}, content = [] } = node
  if (type === 'image') return imageOf(attrs)
  if (type === 'codeBlock') {
    const code = content.map(({ text = '' }) => text).join('')
    return code.trim() === '' ? null : { type: 'code', language: textOf(attrs['language']), code }
  }
  if (isList(node)) {
    const items = content.map(itemOf).filter((item) => item !== null)
    return items.length > 0 ? { type: 'list', ordered: type === 'orderedList', items } : null
  }
  if (type === 'table') {
    const rows = content.map((row) => (row.content ?? []).map((cell) => runsOf(cell.content?.[0])))
    return rows.flat().some(hasText) ? { type, header: attrs['header'] === true, rows } : null
  }
  const text = runsOf(node)
  if (!hasText(text)) return null
  if (type === 'heading') return { type, level: attrs['level'] === 3 ? 3 : 2, text }
  if (type === 'quote') return { type, text, source: textOf(attrs['source']) }
  return { type: 'paragraph', text }
}

function isList({ type }: JSONContent): boolean {
  return type === 'bulletList' || type === 'orderedList'
}

function itemOf({ content = [] }: JSONContent): ListItem | null {
  const text = runsOf(content[0])
  const below = content.find(isList)
  const items = (below?.content ?? []).map((item) => runsOf(item.content?.[0])).filter(hasText)
  if (below && items.length > 0) return { text, list: { ordered: below.type === 'orderedList', items } }
  return hasText(text) ? text : null
}

function imageOf(attrs: Record<string, unknown>): Block {
  return {
    type: 'image',
    path: String(attrs['path']),
    width: Number(attrs['width']),
    height: Number(attrs['height']),
    alt: textOf(attrs['alt']) ?? '',
    caption: textOf(attrs['caption']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function hasText(runs: readonly Run[]): boolean {
  return plainText(runs).trim() !== ''
}

/** Neighbours with the same looks become one run. */
function runsOf(node: JSONContent | undefined): Run[] {
  const runs: Run[] = []
  for (const { type, text: typed = '', marks = [] } of node?.content ?? []) {
    const text = (type === 'hardBreak' ? '\n' : typed.replaceAll('\t', ' ')).replaceAll(refusedCharacters, '')
    if (text === '') continue
    const looks = looksOf(marks)
    const last = runs.at(-1)
    if (last && isSameLook(last, looks)) last.text += text
    else runs.push({ text, ...looks })
  }
  return runs.flatMap(({ text, ...looks }) => pieces(text).map((piece) => ({ text: piece, ...looks })))
}

type Looks = Omit<Run, 'text'>

function looksOf(marks: NonNullable<JSONContent['marks']>): Looks {
  const has = (name: string) => marks.find(({ type }) => type === name)
  const href: unknown = has('link')?.attrs?.['href']
  return {
    ...(has('bold') ? { bold: true } : {}),
    ...(has('italic') ? { italic: true } : {}),
    ...(has('code') ? { code: true } : {}),
    ...(typeof href === 'string' && isLink(href) ? { link: href } : {}),
  }
}

function isSameLook(one: Looks, other: Looks): boolean {
  return one.bold === other.bold && one.italic === other.italic && one.code === other.code && one.link === other.link
}

/** Parts of a text that are short enough for a run. A pair of surrogates stays together. */
function pieces(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + runLength, text.length)
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
