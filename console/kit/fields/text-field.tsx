import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { areaClass, describedBy, Frame, inputClass } from '#ui/field.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

type Input = Pick<ComponentProps<'input'>, 'placeholder' | 'autoComplete' | 'inputMode' | 'maxLength'>

/** What an emptied field that is not required gives, as its schema wants it. */
interface Emptied {
  empty?: '' | null
}

interface Props<Values extends FieldValues> extends Common<Values>, Input, Emptied {
  type?: 'text' | 'email' | 'url' | 'tel'
}

/** One line of text. */
export function TextField<Values extends FieldValues = never>({
  type = 'text',
  hint,
  required,
  name,
  label,
  empty = null,
  ...input
}: Props<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <input
        autoComplete="off"
        {...input}
        {...describedBy(id, error, hint)}
        {...(type === 'text' ? {} : { autoCapitalize: 'none', spellCheck: false })}
        ref={ref}
        id={id}
        type={type}
        required={required}
        value={value ?? ''}
        onChange={(event) => set(event.target.value === '' && !required ? empty : event.target.value)}
        onBlur={onBlur}
        className={inputClass}
      />
    </Frame>
  )
}

interface TextareaProps<Values extends FieldValues> extends Common<Values>, Emptied {
  rows?: number
  /** Code: long lines scroll, so that a line of the box is a line of the code. */
  code?: boolean
}

/** Several lines of text. The box grows with its text. */
export function TextareaField<Values extends FieldValues = never>({
  hint,
  required,
  name,
  label,
  empty = null,
  rows = 3,
  code = false,
}: TextareaProps<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} optional={!required}>
      <textarea
        {...describedBy(id, error, hint)}
        ref={ref}
        id={id}
        rows={rows}
        required={required}
        {...(code ? { wrap: 'off', spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } : {})}
        value={value ?? ''}
        onChange={(event) => set(event.target.value === '' && !required ? empty : event.target.value)}
        onBlur={onBlur}
        // A box that grows with its text ignores `rows`.
        style={{ minHeight: `calc(${rows}lh + 1rem)` }}
        className={code ? `${areaClass} overflow-x-auto font-mono [tab-size:2]` : areaClass}
      />
    </Frame>
  )
}

/** An address of a page. */
export function UrlField<Values extends FieldValues = never>(props: Common<Values>) {
  return <TextField<Values> {...props} type="url" inputMode="url" placeholder="https://" />
}
