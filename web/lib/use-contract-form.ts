import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { plainError } from '#contract/plain-error.ts'

/** The values of a form in a dialog, restored when it opens again. */
export type Draft<Input extends FieldValues> = RefObject<DefaultValues<Input> | undefined>

/**
 * A form with a contract schema. Validates on submit, then on change: validation on blur would move the button under the
 * pointer. Submits once at a time. Fields without a default use the DOM's value, which preserves input before hydration.
 */
export function useContractForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues?: DefaultValues<Input>,
  draft?: Draft<NoInfer<Input>>,
) {
  const begin = draft?.current ?? defaultValues
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: plainError }),
    ...(begin ? { defaultValues: begin } : {}),
  })
  const { getValues } = form
  useEffect(() => {
    if (!draft) return
    return () => {
      draft.current = getValues() as DefaultValues<Input>
    }
  }, [draft, getValues])
  const inFlight = useRef(false)
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => async (event) => {
    event?.preventDefault()
    if (inFlight.current) return
    inFlight.current = true
    try {
      await form.handleSubmit(onValid, onInvalid)(event)
    } finally {
      inFlight.current = false
    }
  }
  const showErrors = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    for (const [name, message] of Object.entries(error.fields)) form.setError(name as Path<Input>, { message })
  }
  return { ...form, handleSubmit, showErrors }
}

/** Returns the first error message in schema order, for a toast. Errors of list items are nested. */
export function firstMessage(errors: object): string {
  for (const error of Object.values(errors) as unknown[]) {
    if (typeof error !== 'object' || error === null) continue
    const message = 'message' in error && typeof error.message === 'string' ? error.message : firstMessage(error)
    if (message) return message
  }
  return ''
}
