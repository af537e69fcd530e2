import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'
import { Button } from '#ui/button.tsx'
import { ArticleImage, Quote } from './schema.ts'

interface LineProps {
  label: string
  value: unknown
  maxLength: number
  onChange: (text: string | null) => void
  invalid?: boolean
  placeholder?: string
}

/** A line that belongs to a block, such as the source of a quote. Keys in it do not reach the text around it. */
function BlockLine({ label, value, maxLength, onChange, invalid = false, placeholder }: LineProps) {
  return (
    <input
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={placeholder ?? label}
      maxLength={maxLength}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value || null)}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Enter would send the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      className="block h-8 w-full rounded-sm border-0 bg-transparent px-1 text-sm text-muted placeholder:text-muted focus-visible:bg-sunken aria-invalid:ring-1 aria-invalid:ring-bad touch:h-11"
    />
  )
}

/** Parts of a block that are not its text. The editor leaves their events alone. */
function Beside({ children }: { children: ReactNode }) {
  return (
    <div contentEditable={false} data-beside>
      {children}
    </div>
  )
}

function QuoteView({ node, updateAttributes }: NodeViewProps) {
  return (
    <NodeViewWrapper as="figure" className="quote">
      <NodeViewContent<'blockquote'> as="blockquote" />
      <Beside>
        <BlockLine
          label="Source of the quote"
          placeholder="Source, if there is one"
          maxLength={200}
          value={node.attrs['source']}
          onChange={(source) => updateAttributes({ source })}
        />
      </Beside>
    </NodeViewWrapper>
  )
}

function ImageView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { path, width, height, alt, caption } = node.attrs as Record<string, unknown>
  return (
    <NodeViewWrapper as="figure" data-drag-handle className={`image ${selected ? 'selected' : ''}`}>
      <img src={pictureUrl(String(path))} alt={String(alt)} width={Number(width)} height={Number(height)} draggable={false} />
      <Beside>
        <div className="mt-2 flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <BlockLine
              label="What the picture shows"
              placeholder="What the picture shows, for people who do not see it"
              maxLength={300}
              value={alt}
              invalid={alt === ''}
              onChange={(text) => updateAttributes({ alt: text ?? '' })}
            />
            <BlockLine
              label="Caption"
              placeholder="Caption, if there is one"
              maxLength={300}
              value={caption}
              onChange={(text) => updateAttributes({ caption: text })}
            />
          </div>
          <Button variant="quiet" size="square" aria-label="Remove the picture" onClick={deleteNode}>
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </Beside>
    </NodeViewWrapper>
  )
}

const leaveBeside = ({ event }: { event: Event }) =>
  event.target instanceof Element && event.target.closest('[data-beside]') !== null

/** The blocks that the editor draws with lines of their own. */
export const blockViews = [
  Quote.extend({ addNodeView: () => ReactNodeViewRenderer(QuoteView, { stopEvent: leaveBeside }) }),
  ArticleImage.extend({ addNodeView: () => ReactNodeViewRenderer(ImageView, { stopEvent: leaveBeside }) }),
]
