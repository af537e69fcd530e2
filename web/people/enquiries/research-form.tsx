import { type ComponentProps, useRef } from 'react'
import type { z } from 'zod'
import { researchBody, submitProfessorResearch, submitStudentResearch } from '#contract/people/enquiries.ts'
import * as messages from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import type { Draft } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { Consent } from '#web/lib/consent.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useEnquiryForm } from './use-enquiry-form.ts'

const endpoints = { professor: submitProfessorResearch, student: submitStudentResearch } as const

const empty = { name: '', email: '', phone: '', department: '', institution: '', url: '', content: [''] }

export type ResearchKind = keyof typeof endpoints
export type ResearchDraft = Draft<z.input<typeof researchBody>>

/**
 * The form for research proposals. `draft` restores the values after the dialog was closed. Not lazy-loaded on its own page:
 * the browser would submit an unhydrated form itself.
 */
export function ResearchForm({ kind = 'professor', draft }: { kind?: ResearchKind; draft?: ResearchDraft }) {
  const student = useRef<HTMLInputElement>(null)
  const { register, submit, errors, pending, outcome } = useEnquiryForm({
    schema: researchBody,
    draft,
    emptied: () => empty,
    send: (body) => call(endpoints[student.current?.checked ? 'student' : 'professor'], { body }),
    sent: messages.researchReceived,
    failed: 'Submission failed. Please try again.',
  })
  return (
    <>
      <NeedsScript what="form" />
      <form
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Research together"
        className="space-y-5"
      >
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">You are</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice value="professor" label="I'm a Professor" defaultChecked={kind === 'professor'} />
            <Choice value="student" label="I'm a Student" defaultChecked={kind === 'student'} ref={student} />
          </div>
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...register('name')} label="Name" autoComplete="name" required error={errors.name?.message} />
          <PhoneField field={register('phone')} error={errors.phone?.message} />
        </div>
        <EmailField
          field={register('email')}
          label="Institutional email"
          error={errors.email?.message}
          hint="Your address at the university, college or institute."
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...register('department')} label="Department" required error={errors.department?.message} />
          <Field
            {...register('institution')}
            label="Institution"
            autoComplete="organization"
            required
            error={errors.institution?.message}
          />
        </div>
        <Field
          {...register('url')}
          label="Profile or institution URL"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          required
          error={errors.url?.message}
        />
        <Textarea
          {...register('content.0')}
          label="Message"
          required
          error={errors.content?.[0]?.message ?? errors.content?.message}
          hint="The question, how far you are, and what you hope to do together."
        />
        <Consent />
        <Button variant="primary" type="submit" size="lg" pending={pending && 'Sending…'} className="w-full sm:w-auto">
          Send your proposal
        </Button>
        <OutcomeNotice outcome={outcome} />
      </form>
    </>
  )
}

/** An uncontrolled radio button, so that a choice made before hydration stays. */
function Choice({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-md border border-edge px-3.5 font-semibold has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input {...input} type="radio" name="kind" className="size-4.5 shrink-0 accent-accent outline-none" />
      {label}
    </label>
  )
}
