import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'

interface Props {
  field: UseFormRegisterReturn
  label?: string
  hint?: ReactNode
  error?: string | undefined
}

/** An email input with the right keyboard, autofill, no capitalisation and no spelling check. */
export function EmailField({ field, label = 'Email', hint, error }: Props) {
  return (
    <Field
      {...field}
      label={label}
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={hint}
      error={error}
    />
  )
}
