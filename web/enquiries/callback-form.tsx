import { useState } from 'react'
import { callbackBody, requestCallback } from '#contract/enquiries.ts'
import { call } from '../lib/api.ts'
import { toast } from '../lib/toast.ts'
import { useAliveForm } from '../lib/use-alive-form.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { Button } from '../ui/button.tsx'
import { Consent } from '../ui/consent.tsx'
import { Field } from '../ui/field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { Notice } from '../ui/status.tsx'

const sent = 'Your Enquiry Form has been submitted successfully.'
const failed = 'Something went wrong.'
const fields = callbackBody.omit({ course_name: true })

/** Its code comes after the page's: until then what is pressed in it is held back. */
export default function CallbackForm({ courseName }: { courseName: string }) {
  const { register, handleSubmit, reset, showErrors, formState } = useContractForm(fields)
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null)
  const { errors, isSubmitting } = formState
  const form = useAliveForm()
  const submit = handleSubmit(async (values) => {
    setOutcome(null)
    try {
      await call(requestCallback, { body: { ...values, course_name: courseName } })
      reset()
      setOutcome('sent')
      toast.form('success', sent)
    } catch (error) {
      showErrors(error)
      setOutcome('failed')
      toast.form('error', failed)
    }
  })
  return (
    <form
      ref={form}
      data-later=""
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Request a callback"
      className="space-y-5 rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8"
    >
      <Field {...register('name')} label="Name" autoComplete="name" required error={errors.name?.message} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...register('email')} label="Email" type="email" autoComplete="email" required error={errors.email?.message} />
        <PhoneField field={register('phone')} error={errors.phone?.message} />
      </div>
      <Consent />
      <Button type="submit" size="lg" pending={isSubmitting && 'Sending…'}>
        Request a callback
      </Button>
      {outcome === 'sent' ? <Notice tone="good" title={sent} /> : null}
      {outcome === 'failed' ? (
        <Notice tone="bad" title={failed}>
          What you typed is still here; please check it and try again.
        </Notice>
      ) : null}
    </form>
  )
}
