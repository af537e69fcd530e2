import { type Extensions, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isLink } from '#contract/rules.ts'
import { TwoLevels } from './lists.ts'
import { tableNodes } from './tables.ts'

/** A quote holds one text. Its source is an attribute, as in the contract. */
export const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ source: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', mergeAttributes(HTMLAttributes), 0],
  addInputRules() {
    return [textblockTypeInputRule({ find: /^\s*>\s$/, type: this.type })]
  },
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-b': () => this.editor.commands.toggleNode(this.name, 'paragraph'),
      // Enter leaves the quote, Shift and Enter break its line.
      Enter: () => this.editor.isActive(this.name) && this.editor.chain().splitBlock().setNode('paragraph').run(),
      Backspace: ({ editor }) => {
        const { empty, $from } = editor.state.selection
        return empty && $from.parentOffset === 0 && editor.isActive(this.name) && editor.commands.setNode('paragraph')
      },
    }
  },
})

/** A picture of the library. A pasted picture of another site has no path and is dropped. */
export const ArticleImage = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    path: { default: '', parseHTML: (element) => element.getAttribute('data-path') },
    width: { default: 1, parseHTML: (element) => Number(element.getAttribute('data-width')) },
    height: { default: 1, parseHTML: (element) => Number(element.getAttribute('data-height')) },
    alt: { default: '', parseHTML: (element) => element.getAttribute('data-alt') ?? '' },
    caption: { default: null, parseHTML: (element) => element.getAttribute('data-caption') },
  }),
  parseHTML: () => [{ tag: 'figure[data-path]' }],
  renderHTML: ({ node }) => [
    'figure',
    Object.fromEntries(
      Object.entries(node.attrs).flatMap(([name, value]) => (value === null ? [] : [[`data-${name}`, String(value)]])),
    ),
  ],
})

/** Code may also be bold or a link. An item is one text and perhaps a list. */
const Basic = StarterKit.extend({
  addExtensions() {
    const extensions: Extensions = this.parent?.() ?? []
    return extensions.map((extension) => {
      if (extension.name === 'code') return extension.extend({ excludes: '' } as object)
      return extension.name === 'listItem'
        ? extension.extend({ content: 'paragraph (bulletList | orderedList)?' } as object)
        : extension
    })
  },
})

/** Everything that the contract's blocks can hold, and nothing else. */
export const articleSchema: Extensions = [
  Basic.configure({
    blockquote: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    dropcursor: { color: 'var(--accent)', width: 2 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isLink,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TwoLevels,
  ...tableNodes,
  Quote,
  ArticleImage,
]
