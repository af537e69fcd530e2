import { X } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, tallBoxClass } from '#ui/field.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

/** Short texts in any number. Enter or a comma adds one; a pasted list adds all of them. */
export function TagsField<Values extends FieldValues = never>({ name, label, hint, required = false }: Common<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string[] | null>(name)
  const [typed, setTyped] = useState('')
  const tags = value ?? []
  const add = (text: string) => {
    const more = text.split(/[,\n\t]/).map((part) => part.trim())
    set([...new Set([...tags, ...more.filter(Boolean)])])
    setTyped('')
  }
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <div className={`${tallBoxClass} flex flex-wrap gap-1 p-1`}>
        {tags.map((tag) => (
          <span key={tag} className="flex items-center rounded-sm bg-sunken py-0.5 pl-2">
            {tag}
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => set(tags.filter((other) => other !== tag))}
              className="grid size-6 place-items-center text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          {...describedBy(id, error, hint)}
          ref={ref}
          id={id}
          value={typed}
          autoComplete="off"
          className="min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          onChange={(event) => (event.target.value.endsWith(',') ? add(event.target.value) : setTyped(event.target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim()) {
              event.preventDefault()
              add(typed)
            }
            if (event.key === 'Backspace' && typed === '') set(tags.slice(0, -1))
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!/[,\n\t]/.test(text)) return
            event.preventDefault()
            add(typed + text)
          }}
          onBlur={() => {
            if (typed.trim()) add(typed)
            onBlur()
          }}
        />
      </div>
    </Frame>
  )
}
