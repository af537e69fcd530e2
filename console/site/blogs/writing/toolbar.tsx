import { Toolbar } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { type Command, NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  SquareCode,
  Table,
  Table2,
  Undo2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePictures } from '#console/kit/fields/image-field.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '#console/kit/parts/menu.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { indent, outdent } from './lists.ts'
import { isWritingTable, tableActs } from './tables.ts'

interface Tool {
  label: string
  /** Read by people and by `aria-keyshortcuts`. */
  keys?: string
  icon: LucideIcon
  /** Whether the selection has it. Undefined for an act. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const marks: readonly Tool[] = [
  tool(
    'Bold',
    'Control+B',
    Bold,
    (editor) => editor.isActive('bold'),
    (editor) => editor.chain().focus().toggleBold().run(),
  ),
  tool(
    'Italic',
    'Control+I',
    Italic,
    (editor) => editor.isActive('italic'),
    (editor) => editor.chain().focus().toggleItalic().run(),
  ),
  tool(
    'Code',
    'Control+E',
    Code,
    (editor) => editor.isActive('code'),
    (editor) => editor.chain().focus().toggleCode().run(),
  ),
]
const texts: readonly Tool[] = [
  tool('Heading', 'Control+Alt+2', Heading2, heading(2), (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run()),
  tool('Subheading', 'Control+Alt+3', Heading3, heading(3), (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run()),
  tool(
    'List',
    'Control+Shift+8',
    List,
    (editor) => editor.isActive('bulletList'),
    (editor) => editor.chain().focus().toggleBulletList().run(),
  ),
  tool(
    'Numbered list',
    'Control+Shift+7',
    ListOrdered,
    (editor) => editor.isActive('orderedList'),
    (editor) => editor.chain().focus().toggleOrderedList().run(),
  ),
  act('Indent', ListIndentIncrease, indent, 'Tab'),
  act('Outdent', ListIndentDecrease, outdent, 'Shift+Tab'),
  tool(
    'Quote',
    'Control+Shift+B',
    Quote,
    (editor) => editor.isActive('quote'),
    (editor) => editor.chain().focus().toggleNode('quote', 'paragraph').run(),
  ),
  tool(
    'Code block',
    'Control+Alt+C',
    SquareCode,
    (editor) => editor.isActive('codeBlock'),
    (editor) => editor.chain().focus().toggleCodeBlock().run(),
  ),
  act('Table', Table, tableActs.insert),
]
const history: readonly Tool[] = [
  {
    label: 'Undo',
    keys: 'Control+Z',
    icon: Undo2,
    can: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: 'Redo',
    keys: 'Control+Shift+Z',
    icon: Redo2,
    can: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
]

function tool(label: string, keys: string, icon: LucideIcon, isOn: Tool['isOn'], run: Tool['run']): Tool {
  return { label, keys, icon, run, ...(isOn ? { isOn } : {}) }
}

function act(label: string, icon: LucideIcon, command: Command, keys?: string): Tool {
  return {
    label,
    icon,
    ...(keys ? { keys } : {}),
    can: ({ state }) => command(state),
    run: (editor) => {
      editor.view.focus()
      doCommand(editor, command)
    },
  }
}

function doCommand({ state, view }: Editor, command: Command) {
  command(state, view.dispatch, view)
}

function heading(level: 2 | 3) {
  return (editor: Editor) => editor.isActive('heading', { level })
}

const buttonClass =
  'grid size-8 shrink-0 place-items-center rounded-md text-ink hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent data-disabled:text-muted data-disabled:opacity-60 touch:size-11'

const canLink = (editor: Editor) => editor.isActive('link') || !editor.state.selection.empty

/** The browser tells the editor of a new selection in a task of its own, which may come after the next key. */
function readSelection({ view, state, commands }: Editor) {
  if (state.selection instanceof NodeSelection) return
  const selection = document.getSelection()
  if (!selection?.anchorNode || !selection.focusNode) return
  if (!view.dom.contains(selection.anchorNode) || !view.dom.contains(selection.focusNode)) return
  const ends = [
    view.posAtDOM(selection.anchorNode, selection.anchorOffset),
    view.posAtDOM(selection.focusNode, selection.focusOffset),
  ]
  commands.setTextSelection({ from: Math.min(...ends), to: Math.max(...ends) })
}

/** What can be done with the selected text. Arrow keys move through it. */
export function WritingToolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const pictures = usePictures()
  const addPicture = async (one: Editor) => {
    const picture = await pictures.choose()
    if (!picture) return
    const { path, width, height, alt } = picture
    one
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { path, width, height, alt, caption: null } })
      .run()
  }
  const [isLinking, setIsLinking] = useState(false)
  useEffect(() => {
    // On the document, because the text may not be mounted yet. Without a selection the key opens the search of the console.
    const listener = (event: KeyboardEvent) => {
      const isInText = event.target instanceof Node && document.getElementById(controls)?.contains(event.target)
      if (!isInText) return
      if (event.key === 'F10' && event.altKey) {
        event.preventDefault()
        document.querySelector<HTMLElement>(`[aria-controls="${controls}"] [tabindex="0"]`)?.focus()
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      readSelection(editor)
      if (!canLink(editor)) return
      event.preventDefault()
      setIsLinking(true)
    }
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [editor, controls])
  // Drawn anew after each step of the editor.
  const step = useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  const isInTable = isWritingTable(editor)
  const draw = ({ label, keys, icon: Sign, isOn, can, run }: Tool) => (
    <Toolbar.Button
      key={label}
      aria-label={label}
      title={keys ? `${label} (${keys.replaceAll('Control', 'Ctrl').replaceAll('+', ' ')})` : label}
      aria-keyshortcuts={keys}
      aria-pressed={isOn ? isOn(editor) : undefined}
      disabled={can ? !can(editor) : false}
      // The selection stays while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(editor)}
      className={buttonClass}
    >
      <Sign aria-hidden="true" className="size-4" />
    </Toolbar.Button>
  )
  return (
    <>
      <Toolbar.Root
        aria-label="Text"
        aria-controls={controls}
        data-step={step}
        className="sticky top-0 z-10 flex items-center gap-0.5 overflow-x-auto rounded-t-md border-b border-line bg-canvas px-1 py-1"
      >
        {marks.map(draw)}
        {draw({
          label: 'Link',
          keys: 'Control+K',
          icon: Link,
          isOn: (one) => one.isActive('link'),
          can: canLink,
          run: () => setIsLinking(true),
        })}
        <Line />
        {texts.map((one) => draw(isInTable ? { ...one, can: () => false } : one))}
        {draw({ label: 'Picture', icon: ImagePlus, can: () => !isInTable, run: (one) => void addPicture(one) })}
        <TableMenu editor={editor} disabled={!isInTable} />
        <Line />
        {history.map(draw)}
      </Toolbar.Root>
      {isLinking ? <LinkDialog editor={editor} onClose={() => setIsLinking(false)} /> : null}
    </>
  )
}

function Line() {
  return <Toolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />
}

const rowsAndColumns = [
  ['Row above', tableActs.addRowBefore],
  ['Row below', tableActs.addRowAfter],
  ['Column before', tableActs.addColumnBefore],
  ['Column after', tableActs.addColumnAfter],
] as const
const removals = [
  ['Delete row', tableActs.deleteRow],
  ['Delete column', tableActs.deleteColumn],
  ['Delete table', tableActs.deleteTable],
] as const

/** What can be done with the table around the selection. */
function TableMenu({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const isHeader = editor.getAttributes('table')['header'] === true
  const draw = ([label, command]: readonly [string, Command]) => (
    <MenuItem key={label} disabled={!command(editor.state)} onClick={() => doCommand(editor, command)}>
      {label}
    </MenuItem>
  )
  return (
    <Menu
      align="start"
      trigger={
        <Toolbar.Button
          aria-label="Rows and columns"
          title="Rows and columns"
          disabled={disabled}
          onMouseDown={(event) => event.preventDefault()}
          className={buttonClass}
        >
          <Table2 aria-hidden="true" className="size-4" />
        </Toolbar.Button>
      }
      focusAfter={() => {
        // At once and with the selection.
        editor.view.focus()
        return false
      }}
    >
      <MenuCheck checked={isHeader} onChange={(header) => editor.commands.updateAttributes('table', { header })}>
        Header row
      </MenuCheck>
      <MenuLine />
      {rowsAndColumns.map(draw)}
      <MenuLine />
      {removals.map(draw)}
      <MenuLine />
      {draw(['Write below the table', tableActs.leaveTable])}
    </Menu>
  )
}
