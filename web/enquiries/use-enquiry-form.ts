import { type BaseSyntheticEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { isEndpointError, messageOf } from '../lib/api.ts'
import { toast } from '../lib/toast.ts'
import { useContractForm } from '../lib/use-contract-form.ts'

export interface Outcome {
  tone: 'good' | 'bad'
  title: string
  text?: string
}

interface Enquiry<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  defaultValues?: DefaultValues<Input>
  /** What the form holds once `values` have arrived; without it, what it began with. */
  emptied?: (values: Output) => DefaultValues<Input>
  send: (values: Output) => Promise<unknown>
  sent: string
  failed: string
}

/**
 * What every enquiry does: says what is wrong beside the field and in a toast, goes out once however often it is
 * pressed, keeps what was typed when it fails, and is empty again when it has arrived.
 */
export function useEnquiryForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  emptied,
  send,
  sent,
  failed,
}: Enquiry<Input, Output>) {
  const form = useContractForm(schema, defaultValues)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const underWay = useRef(false)
  const attempt = form.handleSubmit(
    async (values) => {
      try {
        await send(values)
        form.reset(emptied?.(values))
        setOutcome({ tone: 'good', title: sent })
        toast.form('success', sent)
      } catch (error) {
        form.showErrors(error)
        const waiting = isEndpointError(error, 429) ? messageOf(error, '') : ''
        setOutcome({ tone: 'bad', title: failed, text: `${waiting} What you typed is still here.`.trim() })
        toast.form('error', failed)
      }
    },
    (errors) => {
      const message = firstMessage(errors)
      if (message) toast.form('error', message)
    },
  )
  const submit = async (event: BaseSyntheticEvent) => {
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    setOutcome(null)
    await attempt(event)
    underWay.current = false
  }
  const { errors, isSubmitting } = form.formState
  return { ...form, errors, pending: isSubmitting, outcome, submit }
}

/** Errors stand in the order of the schema, and those of a list's items one level deeper. */
function firstMessage(errors: object): string | undefined {
  for (const error of Object.values(errors) as unknown[]) {
    if (typeof error !== 'object' || error === null) continue
    const message = 'message' in error && typeof error.message === 'string' ? error.message : firstMessage(error)
    if (message) return message
  }
  return undefined
}
