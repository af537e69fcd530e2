import { type Editor, mergeAttributes, Node } from '@tiptap/core'
import { Fragment, type Node as DocumentNode, type Schema, Slice } from '@tiptap/pm/model'
import { type Command, Plugin, TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'

const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell' }

/** A table whose first row may name the columns. It stands between the other blocks, never inside of one. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  // Before the keys of lists and line breaks.
  priority: 110,
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  addAttributes: () => ({
    header: {
      default: false,
      parseHTML: (element) => element.hasAttribute('data-header'),
      renderHTML: ({ header }) => (header ? { 'data-header': '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { class: 'table-frame' }, ['table', HTMLAttributes, ['tbody', 0]]],
  addKeyboardShortcuts() {
    const key = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch, this.editor.view)
    return {
      Tab: key((...given) => goToNextCell(1)(...given) || goToNewRow(...given)),
      'Shift-Tab': key(goToNextCell(-1)),
      Enter: () => isInTable(this.editor.state) && this.editor.commands.setHardBreak(),
      'Mod-Enter': key(leaveTable),
      Backspace: key(deleteWholeTable),
      Delete: key(deleteWholeTable),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted: (slice, { state }) =>
          isInTable(state) && !holdsCells(slice) ? new Slice(Fragment.from(inOneText(slice, state.schema)), 1, 1) : slice,
      },
    }),
    tableEditing(),
  ],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const TableCell = Node.create({
  name: 'tableCell',
  content: 'paragraph',
  isolating: true,
  // The commands for tables read them. No cell is merged.
  addAttributes: () => ({
    colspan: { default: 1, rendered: false, parseHTML: () => 1 },
    rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
})

export const tableNodes = [Table, TableRow, TableCell]

function holdsCells({ content }: Slice): boolean {
  const role: unknown = content.firstChild?.type.spec['tableRole']
  return role !== undefined && (content.childCount === 1 || role !== 'table')
}

/** Returns the blocks as lines of one paragraph, which is what a cell holds. */
function inOneText({ content }: Slice, { nodes }: Schema): DocumentNode | undefined {
  const lines: DocumentNode[] = []
  const add = (text: Fragment) => {
    if (lines.length > 0 && nodes['hardBreak']) lines.push(nodes['hardBreak'].create())
    lines.push(...text.content)
  }
  content.descendants((node) => {
    if (node.isTextblock) add(node.content)
    return !node.isTextblock
  })
  // A text without blocks.
  if (content.firstChild?.isInline) add(content)
  return nodes['paragraph']?.create(null, lines)
}

const goToNewRow: Command = (state, dispatch, view) =>
  addRowAfter(state, dispatch) && view !== undefined && goToNextCell(1)(view.state, dispatch)

/** Writes on below the table. */
const leaveTable: Command = (state, dispatch) => {
  const { paragraph } = state.schema.nodes
  if (!isInTable(state) || !paragraph) return false
  const below = state.selection.$head.after(1)
  const { tr } = state
  if (state.doc.nodeAt(below)?.type !== paragraph) tr.insert(below, paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView())
  return true
}

const deleteWholeTable: Command = (state, dispatch) => {
  const { selection } = state
  const isWhole = selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection()
  return isWhole && deleteTable(state, dispatch)
}

/** A table after the block of the selection, or in place of an empty paragraph. */
const insert: Command = (state, dispatch) => {
  const { table, tableRow, tableCell, paragraph } = state.schema.nodes
  if (isInTable(state) || !table || !tableRow || !tableCell || !paragraph) return false
  const { $from, to } = state.selection
  const end = $from.depth === 0 ? to : $from.after(1)
  const isBlank = $from.depth === 1 && $from.parent.type === paragraph && $from.parent.content.size === 0
  const start = isBlank ? $from.before(1) : end
  const row = () =>
    tableRow.create(
      null,
      [0, 1, 2].map(() => tableCell.create(null, paragraph.create())),
    )
  const { tr } = state
  tr.replaceWith(start, end, table.create({ header: true }, [0, 1, 2].map(row)))
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView())
  return true
}

/** What can be done with a table. */
export const tableActs = {
  insert,
  addRowBefore,
  addRowAfter,
  addColumnBefore,
  addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
  leaveTable,
} satisfies Record<string, Command>

export function isWritingTable({ state }: Editor): boolean {
  return isInTable(state)
}
