import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { FieldName } from './frame.tsx'

/** Connects a control with the form around it. A control of one form names the form's `Values`. */
export function useField<Value, Values extends FieldValues = Record<string, unknown>>(name: FieldName<Values>) {
  const id = useId()
  const { field, fieldState } = useController({ name })
  return {
    id,
    value: field.value as Value,
    set: (value: Value | null) => field.onChange(value),
    ref: field.ref,
    onBlur: field.onBlur,
    error: messageOf(fieldState.error),
  }
}

/** The first message of a field, which for a list or an object stands with one of its parts. */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(messageOf).find(Boolean)
}
