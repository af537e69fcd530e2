import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { isBusy, isEndpointError, messageOf } from '#web/lib/api.ts'
import { connectionErrorText, withConnectionError } from '#web/lib/error-message.ts'
import { toast } from '#web/lib/toast.ts'
import { type Draft, firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'

export interface Outcome {
  tone: 'good' | 'bad'
  title: string
  text?: string
}

interface Enquiry<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  /** Stores the values of a form in a dialog while it is closed. */
  draft?: Draft<Input> | undefined
  /** The values after a successful submit; the initial values by default. */
  emptied?: (values: Output) => DefaultValues<Input>
  send: (values: Output) => Promise<unknown>
  sent: string
  failed: string
}

/**
 * The state of an enquiry form: errors beside the fields and in a toast, one request per submit, values preserved after a
 * failure and cleared after success.
 */
export function useEnquiryForm<Input extends FieldValues, Output>({
  schema,
  draft,
  emptied,
  send,
  sent,
  failed,
}: Enquiry<Input, Output>) {
  const form = useContractForm(schema, undefined, draft)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const submit = form.handleSubmit(
    async (values) => {
      setOutcome(null)
      try {
        await send(values)
        form.reset(emptied?.(values))
        setOutcome({ tone: 'good', title: sent })
        toast.form('success', sent)
      } catch (error) {
        form.showErrors(error)
        const why = isEndpointError(error, 429) || isBusy(error) ? messageOf(error, '') : (connectionErrorText(error) ?? '')
        setOutcome({ tone: 'bad', title: failed, text: `${why} What you typed is still here.`.trim() })
        toast.form('error', withConnectionError(failed, error))
      }
    },
    (errors) => {
      setOutcome(null)
      toast.form('error', firstMessage(errors))
    },
  )
  const { errors, isSubmitting } = form.formState
  return { ...form, errors, pending: isSubmitting, outcome, submit }
}
