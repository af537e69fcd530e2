import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Block } from '#contract/site/blocks.ts'
import { Below } from '#ui/field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import { isSame } from '#console/kit/resource/value.tsx'
import { blockViews } from './block-views.tsx'
import { cleanPaste } from './clean-paste.ts'
import { toBlocks, toDocument } from './document.ts'
import { articleSchema } from './schema.ts'
import { WritingToolbar } from './toolbar.tsx'
import './writing.css'

const drawn = blockViews.map(({ name }) => name)
const extensions = [...articleSchema.filter(({ name }) => !drawn.includes(name)), ...blockViews]

/** The text of an article, written as it looks on the site. The field keeps the contract's blocks. */
export default function Writing({ name, label }: { name: string; label: string }) {
  const { id, value, set, onBlur, error } = useField<Block[]>(name)
  const written = useRef(value)
  const editor = useEditor({
    extensions,
    content: toDocument(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'writing',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-error`,
        'aria-keyshortcuts': 'Alt+F10',
      },
      transformPastedHTML: cleanPaste,
    },
    onUpdate: ({ editor: changed }) => {
      written.current = toBlocks(changed.getJSON())
      set(written.current)
    },
    onBlur,
  })
  const show = useEffectEvent((blocks: Block[]) => {
    written.current = blocks
    editor.commands.setContent(toDocument(blocks), { emitUpdate: false })
  })
  // The form was reset: somebody has discarded, undone, or chosen another version.
  useEffect(() => {
    if (!isSame(value, written.current)) show(value)
  }, [value])
  return (
    <div className="rounded-md border border-edge">
      <WritingToolbar editor={editor} controls={id} />
      <div className="px-4 sm:px-6">
        <EditorContent editor={editor} />
        <div className={error ? 'pb-4' : ''}>
          <Below id={id} error={error} />
        </div>
      </div>
    </div>
  )
}
