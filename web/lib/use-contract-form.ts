import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#contract/client.ts'

/**
 * A form on the contract's own schema, checked when it is sent and from then on with each key: an error that appears
 * when a field is left would move the button one is about to press. Fields without a default take what stands in the page, so that nothing typed
 * before hydration is lost; the field errors a server answers are set beside their fields.
 */
export function useContractForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues?: DefaultValues<Input>,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    ...(defaultValues ? { defaultValues } : {}),
  })
  const showErrors = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    for (const [name, message] of Object.entries(error.fields)) form.setError(name as Path<Input>, { message })
  }
  return { ...form, showErrors }
}
