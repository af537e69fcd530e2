import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { areaClass } from '#ui/field.tsx'

interface Props {
  line: number
  text: string
  isOpen: boolean
  maxLength: number
  onWrite: (text: string) => void
  onOpen: () => void
  onDone: () => void
}

/** The comment on one line. Ctrl and Enter or Escape end the writing; what was typed stays. */
export function LineComment({ line, text, isOpen, maxLength, onWrite, onOpen, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen) {
    return (
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 break-words whitespace-pre-line">{text}</p>
        <Button variant="quiet" onClick={onOpen} aria-label={`Edit the comment on line ${line}`}>
          Edit
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <textarea
        ref={field}
        aria-label={`Comment on line ${line}`}
        rows={3}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
          event.preventDefault()
          onDone()
        }}
        className={`${areaClass} min-h-16`}
      />
      <div className="flex gap-2">
        <Button onClick={onDone}>Done</Button>
        {text === '' ? null : (
          <Button
            variant="quiet"
            onClick={() => {
              onWrite('')
              onDone()
            }}
          >
            Delete
          </Button>
        )}
      </div>
    </div>
  )
}
