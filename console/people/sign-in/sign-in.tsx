import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readCodeDelay } from '#contract/people/accounts.ts'
import { lateCodes } from '#contract/messages.ts'
import { timings } from '#contract/rules.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { staffLogin, staffVerify } from '#contract/people/staff/sign-in.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { enter } from '#console/kit/api/session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SignInFrame } from './frame.tsx'
import { provePasskey } from '#console/kit/api/passkeys.ts'
import { DigitsField } from '#console/kit/fields/digits-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'

/** The address, then the mailed code with a second factor. Whoever signs in stands where they were. */
export function SignIn({ email: known = '', ended = false }: { email?: string; ended?: boolean }) {
  const [email, setEmail] = useState('')
  if (email) return <SecondStep email={email} onChangeAddress={() => setEmail('')} />
  return <FirstStep email={known} ended={ended} onSent={setEmail} />
}

function FirstStep({ email, ended, onSent }: { email: string; ended: boolean; onSent: (email: string) => void }) {
  /** The address that got a code a moment ago, so that no other one is sent. */
  const [waiting, setWaiting] = useState('')
  const form = useSubmit(async (data) => {
    const address = textOf(data, 'email')
    setWaiting('')
    try {
      await call(staffLogin, { body: { email: address } })
    } catch (error) {
      if (hasStatus(error, 429)) setWaiting(address)
      throw error
    }
    onSent(address)
  })
  return (
    <SignInFrame
      title={ended ? 'Please sign in again' : 'Sign in'}
      text={ended ? 'Your session has ended. What you typed is still there.' : 'For the staff of the school.'}
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={email}
          error={form.fields['email']}
        />
        <FormError>{form.error}</FormError>
        <Button type="submit" variant="primary" className="h-9" pending={form.busy && 'Sending…'}>
          Send code
        </Button>
        {waiting ? (
          <Button className="h-9" onClick={() => onSent(waiting)}>
            Enter the code I have
          </Button>
        ) : null}
      </form>
    </SignInFrame>
  )
}

type Factor = 'totp' | 'recovery'

function SecondStep({ email, onChangeAddress }: { email: string; onChangeAddress: () => void }) {
  const [factor, setFactor] = useState<Factor>('totp')
  const [note, setNote] = useState('')
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const delay = useQuery({
    queryKey: ['code-delay'],
    queryFn: () => call(readCodeDelay),
    refetchInterval: timings.askCodeDelayEvery,
    retry: false,
  })
  const form = useSubmit(async (data) => {
    const otp = textOf(data, 'otp')
    const second = factor === 'totp' ? { totp: textOf(data, 'totp') } : { recovery: textOf(data, 'recovery') }
    enter(await call(staffVerify, { body: { email, otp, ...second } }))
  })
  const passkey = useSubmit(async () => {
    const otp = code.current?.value.trim() ?? ''
    enter(await call(staffVerify, { body: { email, otp, passkey: await provePasskey(email) } }))
  })
  const again = useSubmit(async () => {
    await call(staffLogin, { body: { email } })
    setNote('A new code is on its way.')
  })
  return (
    <SignInFrame
      title="Check your e-mail"
      text={
        <>
          We sent a code to <strong className="text-ink">{shownAddresses(email)}</strong>.{' '}
          <button type="button" onClick={onChangeAddress} className="min-h-6 font-semibold text-accent underline">
            Change
          </button>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <DigitsField
          ref={code}
          label="Code from the e-mail"
          name="otp"
          autoComplete="one-time-code"
          required
          error={form.fields['otp'] ?? passkey.fields['otp']}
        />
        <p role="status" className="rounded-md bg-sunken px-3 py-2 empty:hidden">
          {delay.data?.late ? `${lateCodes.title} ${lateCodes.text}` : null}
        </p>
        {factor === 'totp' ? (
          <DigitsField
            label="Code from your authenticator app"
            name="totp"
            autoComplete="off"
            required
            error={form.fields['totp']}
          />
        ) : (
          <Field
            label="Recovery code"
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="Each of your ten codes works once."
            error={form.fields['recovery']}
          />
        )}
        <FormError>{form.error ?? passkey.error ?? again.error}</FormError>
        <Button type="submit" variant="primary" className="h-9" pending={form.busy && 'Signing in…'}>
          Sign in
        </Button>
        <Button className="h-9" pending={passkey.busy && 'Waiting for the passkey…'} onClick={() => passkey.run(new FormData())}>
          <KeyRound aria-hidden="true" className="size-4" />
          Use a passkey
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          onClick={() => setFactor(factor === 'totp' ? 'recovery' : 'totp')}
          className="min-h-8 font-semibold text-accent hover:underline touch:min-h-11"
        >
          {factor === 'totp' ? 'Use a recovery code' : 'Use your authenticator app'}
        </button>
        <button
          type="button"
          onClick={() => void again.run(new FormData())}
          className="min-h-8 font-semibold text-accent hover:underline touch:min-h-11"
        >
          Send a new code
        </button>
      </div>
      <p role="status" className="mt-3 text-muted empty:hidden">
        {note}
      </p>
    </SignInFrame>
  )
}
