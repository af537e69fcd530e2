import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { TextField } from '../fields/text-field.tsx'
import { useField } from '../fields/use-field.ts'
import { slugOf } from './slug.ts'

/** The short name of a course. It follows the title of a new course until somebody edits it. */
export function SlugField({ isNew }: { isNew: boolean }) {
  const title = useWatch({ name: 'title' }) as string | null
  const { value, set } = useField<string | null>('slug')
  const made = useRef('')
  useEffect(() => {
    const next = slugOf(title ?? '')
    // A value that differs from the last one made here was typed.
    if (!isNew || next === made.current || (value ?? '') !== made.current) return
    made.current = next
    set(next)
  })
  return <TextField name="slug" required maxLength={120} hint={isNew ? 'It follows the title until you edit it.' : undefined} />
}
