import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CourseInput, courses } from '#contract/catalog/staff/courses.ts'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { Blank } from '#console/kit/resource/screen.ts'
import { slugOf } from './slug.ts'

/** The short name of a course. It follows the title of a new course until somebody edits it. */
export function SlugField({ isNew }: { isNew: boolean }) {
  const { control } = useFormContext<Blank<typeof courses>>()
  const title = useWatch({ control, name: 'title' })
  const { value, set } = useField<string | null, CourseInput>('slug')
  const made = useRef('')
  useEffect(() => {
    const next = slugOf(title ?? '')
    // A value that differs from the last one made here was typed.
    if (!isNew || next === made.current || (value ?? '') !== made.current) return
    made.current = next
    set(next)
  })
  return (
    <TextField<CourseInput>
      name="slug"
      required
      maxLength={120}
      hint={isNew ? 'It follows the title until you edit it.' : undefined}
    />
  )
}
