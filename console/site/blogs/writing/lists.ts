import { Extension } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { liftListItem } from '@tiptap/pm/schema-list'
import { type Command, type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { ReplaceAroundStep } from '@tiptap/pm/transform'

/** A list of the document has the depth 1, its item 2, the list below it 3. The contract knows no other lists. */
const innerList = 3

const isList = (node: Node | null): boolean => /^(?:bullet|ordered)List$/.test(node?.type.name ?? '')

/** Moves the items below an item behind it. The item begins at `at`. */
function hoistInnerItems(tr: Transaction, at: number): void {
  const item = tr.doc.nodeAt(at)
  const text = item?.firstChild
  if (!item || !text || item.childCount < 2) return
  const from = at + 1 + text.nodeSize
  const to = at + item.nodeSize
  tr.step(new ReplaceAroundStep(from, to, from + 1, to - 2, new Slice(Fragment.from(item.type.create()), 1, 0), 1))
}

/** Moves the selected items of an outer list below the item before them. */
export const indent: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, isList)
  if (!range || range.depth >= innerList || range.startIndex === 0) return false
  if (!dispatch) return true
  const before = range.parent.child(range.startIndex - 1)
  const below = isList(before.lastChild) ? before.lastChild : null
  const { tr } = state
  // From the last, so that the places of the others hold.
  for (let index = range.endIndex - 1, at = range.end; index >= range.startIndex; index -= 1) {
    at -= range.parent.child(index).nodeSize
    hoistInnerItems(tr, at)
  }
  const end = tr.mapping.map(range.end)
  const list = (below ?? range.parent).type.create(null, below ? before.type.create() : null)
  const open = below ? 3 : 1
  tr.step(
    new ReplaceAroundStep(
      range.start - open,
      end,
      range.start,
      end,
      new Slice(Fragment.from(before.type.create(null, list)), open, 0),
      1,
      true,
    ),
  )
  dispatch(tr.scrollIntoView())
  return true
}

export const outdent: Command = (state, dispatch) => {
  const item = state.schema.nodes['listItem']
  return item !== undefined && liftListItem(item)(state, dispatch)
}

/** Items below an inner list become items of it, such as those of a list that was dropped there. */
export function keepTwoLevels(_: unknown, __: unknown, state: EditorState): Transaction | null {
  const { tr } = state
  for (let at = deepItem(tr.doc); at !== null; at = deepItem(tr.doc)) hoistInnerItems(tr, at)
  return tr.docChanged ? tr : null
}

/** Returns where an item of an inner list begins that has a list below it. */
function deepItem(doc: Node): number | null {
  let found: number | null = null
  doc.descendants((node, at) => {
    if (found !== null || node.isTextblock) return false
    if (node.type.name === 'listItem' && node.childCount > 1 && doc.resolve(at).depth === innerList) found = at
    return isList(node) || node.type.name === 'listItem'
  })
  return found
}

export const TwoLevels = Extension.create({
  name: 'twoLevels',
  // Before the keys of the items.
  priority: 110,
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => indent(editor.state, editor.view.dispatch),
  }),
  addProseMirrorPlugins: () => [new Plugin({ appendTransaction: keepTwoLevels })],
})
