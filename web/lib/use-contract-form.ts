import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'

/** What was typed in a form that can be closed, for when it is opened again. */
export type Draft<Input extends FieldValues> = RefObject<DefaultValues<Input> | undefined>

/**
 * A form on the contract's own schema, checked when it is sent and from then on with each key: an error that appears
 * when a field is left would move the button one is about to press. Fields without a default take what stands in the page, so that nothing typed
 * before hydration is lost; the field errors a server answers are set beside their fields. It goes out once, however
 * often it is sent before there is an answer. `draft` outlives it where it can be closed.
 */
export function useContractForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues?: DefaultValues<Input>,
  draft?: Draft<NoInfer<Input>>,
) {
  const begin = draft?.current ?? defaultValues
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    ...(begin ? { defaultValues: begin } : {}),
  })
  const { getValues } = form
  useEffect(() => {
    if (!draft) return
    return () => {
      draft.current = getValues() as DefaultValues<Input>
    }
  }, [draft, getValues])
  const underWay = useRef(false)
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => async (event) => {
    event?.preventDefault()
    if (underWay.current) return
    underWay.current = true
    try {
      await form.handleSubmit(onValid, onInvalid)(event)
    } finally {
      underWay.current = false
    }
  }
  const showErrors = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    for (const [name, message] of Object.entries(error.fields)) form.setError(name as Path<Input>, { message })
  }
  return { ...form, handleSubmit, showErrors }
}

/** What a toast says of a form that is not ready. Errors stand in the order of the schema, those of a list's items one level deeper. */
export function firstMessage(errors: object): string {
  for (const error of Object.values(errors) as unknown[]) {
    if (typeof error !== 'object' || error === null) continue
    const message = 'message' in error && typeof error.message === 'string' ? error.message : firstMessage(error)
    if (message) return message
  }
  return ''
}
