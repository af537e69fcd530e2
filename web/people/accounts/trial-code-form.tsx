import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { codeFields } from '#contract/people/accounts.ts'
import { pathTo } from '#contract/pages.ts'
import { confirmTrialSeat, type guestBody } from '#contract/classes/trials.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { CodeField } from './code-field.tsx'
import { TooManyGuesses, useCodeProblem } from './code-problem.tsx'
import { useCodeSentTo } from './late-codes.tsx'
import type { Requested } from './request-code.ts'
import { ResendCode } from './resend-code.tsx'

export type Guest = z.output<typeof guestBody>

interface Props {
  sessionId: number
  guest: Guest
  request: () => Promise<Requested>
  /** Back to the person's details. */
  onChange: () => void
}

const failed = 'The seat could not be taken. Please try again.'
const done = 'Your seat is kept.'

/** Takes the seat with the mailed code, then leads to the page of the class. */
export function TrialCodeForm({ sessionId, guest, request, onChange }: Props) {
  const { register, handleSubmit, setFocus, formState } = useContractForm(codeFields, { otp: '' })
  const { problem, setProblem, refuse } = useCodeProblem(failed, setFocus)
  const [key, setKey] = useState<string | null>(null)
  const sentTo = useCodeSentTo('We sent it to')
  useEffect(() => setFocus('otp'), [setFocus])
  const submit = handleSubmit(
    async ({ otp }) => {
      setProblem(null)
      try {
        const taken = await call(confirmTrialSeat, { params: { session_id: sessionId }, body: { ...guest, otp } })
        setKey(taken.key)
        toast.form('success', done)
      } catch (error) {
        refuse(error)
      }
    },
    (invalid) => toast.form('error', firstMessage(invalid)),
  )
  if (key !== null) return <SeatTaken address={`${pathTo('join', sessionId)}#${key}`} email={guest.email} />
  return (
    <div>
      <h2 id="seat" className="text-2xl font-bold">
        Enter the code
      </h2>
      <p className="mt-2 mb-6 text-muted">
        {sentTo}{' '}
        <strong className="text-ink">
          <MailAddress address={guest.email} />
        </strong>
        .{' '}
        <button type="button" onClick={onChange} className="inline-block min-h-6 font-semibold text-accent underline">
          Change
        </button>
      </p>
      <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Enter the OTP" className="space-y-5">
        <CodeField field={register('otp')} error={formState.errors.otp?.message ?? problem?.text} />
        <Button variant="primary" type="submit" size="lg" className="w-full" pending={formState.isSubmitting && 'Checking…'}>
          Take the seat
        </Button>
        {problem?.tooManyGuesses ? <TooManyGuesses /> : null}
      </form>
      <ResendCode email={guest.email} request={request} />
    </div>
  )
}

function SeatTaken({ address, email }: { address: string; email: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div role="status">
      <h2 ref={title} id="seat" tabIndex={-1} className="text-2xl font-bold">
        {done}
      </h2>
      <p className="mt-2 mb-5 text-muted">
        The link to your class is in a mail to <MailAddress address={email} />. We remind you before it begins.
      </p>
      {/* A full load: the key behind the # stays out of the router's history. */}
      <ButtonLink variant="primary" to={address} reloadDocument>
        Open your class
      </ButtonLink>
    </div>
  )
}
