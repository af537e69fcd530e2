import { callbackBody, requestCallback } from '#contract/people/enquiries.ts'
import * as messages from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { useHydratedForm } from '#web/lib/use-hydrated-form.ts'
import { Button } from '#ui/button.tsx'
import { Consent } from '#web/lib/consent.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { Field } from '#ui/field.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useEnquiryForm } from './use-enquiry-form.ts'

const fields = callbackBody.omit({ course_name: true })

/** Loaded lazily. Clicks and submits are queued until then. */
export default function CallbackForm({ courseName }: { courseName: string }) {
  const form = useHydratedForm()
  const { register, submit, errors, pending, outcome } = useEnquiryForm({
    schema: fields,
    send: (values) => call(requestCallback, { body: { ...values, course_name: courseName } }),
    sent: messages.callbackReceived,
    failed: 'Something went wrong.',
  })
  return (
    <>
      <NeedsScript what="form" />
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
          <EmailField field={register('email')} error={errors.email?.message} />
          <PhoneField field={register('phone')} error={errors.phone?.message} />
        </div>
        <Consent />
        <Button variant="primary" type="submit" size="lg" pending={pending && 'Sending…'}>
          Request a callback
        </Button>
        <OutcomeNotice outcome={outcome} />
      </form>
    </>
  )
}
