import { useState } from 'react'
import { codeResendSeconds } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { guestBody, requestTrialSeat } from '#contract/classes/trials.ts'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { Consent } from '#web/lib/consent.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { useHydratedForm } from '#web/lib/use-hydrated-form.ts'
import type { Requested } from './request-code.ts'
import { rememberWait } from './resend-wait.ts'
import { type Guest, TrialCodeForm } from './trial-code-form.tsx'

interface Props {
  sessionId: number
  seats: number
  /** Seats that are free. */
  left: number
}

const failed = 'The code could not be sent. Please try again.'

/** Asks for a seat in one class, then for the code that was mailed. Loaded lazily; clicks and submits are queued until then. */
export default function TrialSeatForm({ sessionId, seats, left }: Props) {
  const form = useHydratedForm()
  const { register, handleSubmit, showErrors, formState } = useContractForm(guestBody)
  const { errors, isSubmitting } = formState
  const [guest, setGuest] = useState<Guest | null>(null)
  const [step, setStep] = useState<'person' | 'code'>('person')
  const [problem, setProblem] = useState('')
  const request = (given: Guest) => requestSeatCode(sessionId, given)
  const submit = handleSubmit(
    async (values) => {
      setProblem('')
      const requested = await request(values)
      // Somebody who asks again too soon has a code already.
      if (requested.sent || requested.wait) {
        setGuest(values)
        setStep('code')
      } else {
        showErrors(requested.error)
        setProblem(requested.text)
      }
    },
    (invalid) => {
      setProblem('')
      toast.form('error', firstMessage(invalid))
    },
  )
  return (
    <>
      <NeedsScript what="form" />
      {step === 'code' && guest ? (
        <TrialCodeForm sessionId={sessionId} guest={guest} request={() => request(guest)} onChange={() => setStep('person')} />
      ) : null}
      <div hidden={step === 'code'}>
        <h2 id={step === 'person' ? 'seat' : undefined} className="text-2xl font-bold">
          Ask for a seat
        </h2>
        <p className="figures mt-1 mb-6 text-sm text-muted">
          {left} of {seats} {seats === 1 ? 'seat' : 'seats'} for guests {left === 1 ? 'is' : 'are'} free.
        </p>
      </div>
      {/* The form stays, so that nothing that was typed is lost. */}
      <form
        ref={form}
        data-later=""
        method="post"
        hidden={step === 'code'}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Ask for a seat"
        className="space-y-5"
      >
        <Field {...register('name')} label="Name" autoComplete="name" required error={errors.name?.message} />
        <EmailField field={register('email')} error={errors.email?.message} />
        <PhoneField field={register('phone')} label="Phone number, optional" required={false} error={errors.phone?.message} />
        <Consent />
        <Button variant="primary" type="submit" size="lg" className="w-full" pending={isSubmitting && 'Sending…'}>
          Send OTP
        </Button>
        {problem ? <Notice tone="bad" title={problem} /> : null}
      </form>
    </>
  )
}

async function requestSeatCode(sessionId: number, body: Guest): Promise<Requested> {
  try {
    await call(requestTrialSeat, { params: { session_id: sessionId }, body })
    rememberWait(body.email, codeResendSeconds)
    toast.form('success', messages.codeSent)
    return { sent: true }
  } catch (error) {
    const text = messageOf(error, failed)
    toast.form('error', text)
    if (!isEndpointError(error, 429)) return { sent: false, text, error }
    rememberWait(body.email, error.retryAfter ?? codeResendSeconds)
    return { sent: false, text, wait: text, error }
  }
}
