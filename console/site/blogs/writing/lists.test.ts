import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { type Command, EditorState, Plugin, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { type Block, blocks, type ListItem } from '#contract/site/blocks.ts'
import { toBlocks, toDocument } from './document.ts'
import { indent, keepTwoLevels, outdent } from './lists.ts'
import { articleSchema } from './schema.ts'

const schema = getSchema(articleSchema)
const textOf = (text: string) => [{ text }]
const list = (...items: ListItem[]): Block => ({ type: 'list', ordered: false, items })
const above = (text: string, ordered: boolean, ...items: string[]) => ({
  text: textOf(text),
  list: { ordered, items: items.map(textOf) },
})

/** The document with the words between `from` and `to` selected, after a command. */
function after(command: Command, given: Block, from: string, to = from): Block[] | false {
  const doc = Node.fromJSON(schema, toDocument([given]))
  const placeOf = (word: string) => {
    let place = 0
    doc.descendants((node, at) => {
      if (node.text === word) place = at
    })
    return place
  }
  const selection = TextSelection.create(doc, placeOf(from), placeOf(to) + to.length)
  const start = EditorState.create({ doc, selection, plugins: [new Plugin({ appendTransaction: keepTwoLevels })] })
  let state = start
  const done = command(state, (tr) => {
    state = state.apply(tr)
  })
  if (!done) return false
  state.doc.check()
  const { $from, $to } = state.selection
  expect([$from.parent.textContent, $to.parent.textContent]).toEqual([from, to])
  return blocks.parse(toBlocks(state.doc.toJSON() as ReturnType<typeof toDocument>))
}

test('an item goes below the item before it', () => {
  expect(after(indent, list(textOf('a'), textOf('b'), textOf('c')), 'b')).toEqual([list(above('a', false, 'b'), textOf('c'))])
})

test('an item joins a list of the other kind', () => {
  expect(after(indent, list(above('a', true, 'b'), textOf('c')), 'c')).toEqual([list(above('a', true, 'b', 'c'))])
})

test('indented items bring what is below them', () => {
  const given = list(textOf('a'), above('b', true, 'c', 'd'), above('e', false, 'f'), textOf('g'))
  expect(after(indent, given, 'b', 'e')).toEqual([list(above('a', false, 'b', 'c', 'd', 'e', 'f'), textOf('g'))])
})

test('the first item and an inner item can not be indented', () => {
  const given = list(above('a', false, 'b', 'c'))
  expect(after(indent, given, 'a')).toBe(false)
  expect(after(indent, given, 'c')).toBe(false)
})

test('an inner item that leaves takes its followers along', () => {
  expect(after(outdent, list(above('a', false, 'b', 'c', 'd')), 'c')).toEqual([
    list(above('a', false, 'b'), above('c', false, 'd')),
  ])
})

test('a third level becomes part of the second', () => {
  const deepen: Command = (state, dispatch) => {
    const inner = Node.fromJSON(schema, toDocument([list(textOf('x'), above('y', true, 'z'))])).firstChild
    let end = 0
    state.doc.descendants((node, at) => {
      if (node.text === 'b') end = at + 2
    })
    if (inner) dispatch?.(state.tr.insert(end, inner))
    return true
  }
  expect(after(deepen, list(above('a', false, 'b', 'c'), textOf('d')), 'a')).toEqual([
    list(above('a', false, 'b', 'x', 'y', 'z', 'c'), textOf('d')),
  ])
})
