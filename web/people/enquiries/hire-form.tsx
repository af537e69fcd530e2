import { hireBody, hireTalent } from '#contract/people/enquiries.ts'
import * as messages from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#ui/button.tsx'
import { Consent } from '#web/lib/consent.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useEnquiryForm } from './use-enquiry-form.ts'

/** Not lazy-loaded: the browser would submit an unhydrated form itself. */
export function HireForm({ label }: { label: string }) {
  const { register, submit, errors, pending, outcome } = useEnquiryForm({
    schema: hireBody,
    send: (body) => call(hireTalent, { body }),
    sent: messages.hireReceived,
    failed: 'Failed to submit your request. Please try again.',
  })
  return (
    <>
      <NeedsScript what="form" />
      <form
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={label}
        className="space-y-5 rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...register('name')} label="Name" autoComplete="name" required error={errors.name?.message} />
          <Field
            {...register('company_name')}
            label="Company name"
            autoComplete="organization"
            required
            error={errors.company_name?.message}
          />
        </div>
        <EmailField
          field={register('email')}
          label="Work email"
          error={errors.email?.message}
          hint="Your address at the company, so that we know who is asking."
        />
        <PhoneField field={register('phone')} error={errors.phone?.message} />
        <Textarea
          {...register('requirements')}
          label="Requirements"
          required
          error={errors.requirements?.message}
          hint="Roles, skills, how many people, from when, and where they would work."
        />
        <Consent />
        <Button variant="primary" type="submit" size="lg" pending={pending && 'Sending…'} className="w-full sm:w-auto">
          Send your requirements
        </Button>
        <OutcomeNotice outcome={outcome} />
      </form>
    </>
  )
}
