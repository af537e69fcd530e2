import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { register as registerEndpoint, registerBody } from '#contract/people/accounts.ts'
import { codeResendSeconds } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { pathToLogin, withReturnTo } from '#web/lib/return-to.ts'
import { store } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'
import { AccountFields } from '#web/lib/account-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Consent } from '#web/lib/consent.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { Notice } from '#ui/notice.tsx'
import { rememberWait } from './resend-wait.ts'
import { ReturnNote } from './return-note.tsx'
import { useRedirectSignedIn } from './use-redirect-signed-in.ts'

const done = messages.registered
const failed = messages.registrationFailed
const taken = messages.accountTaken
const fields = registerBody.omit({ type: true })

interface Problem {
  text: string
  /** `code`: a code sent recently is still valid. `login`: the address already has an account. */
  action?: 'code' | 'login'
}

/** Not lazy-loaded: the browser would submit an unhydrated form itself. */
export function RegisterForm() {
  useRedirectSignedIn()
  const navigate = useNavigate()
  const returnTo = useReturnTo()
  const { register, handleSubmit, showErrors, formState } = useContractForm(fields)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { errors, isSubmitting } = formState
  const next = withReturnTo('/verify-otp', returnTo)
  const submit = handleSubmit(
    async ({ unfinished_mails: wantsMails, ...values }) => {
      setProblem(null)
      const storeAddress = (seconds: number) => {
        rememberWait(values.email, seconds)
        store('emailForOtp', values.email)
        store('authFlow', 'register')
      }
      try {
        await call(registerEndpoint, {
          body: { ...values, type: 'register', ...(wantsMails ? { unfinished_mails: true } : {}) },
        })
        storeAddress(codeResendSeconds)
        toast.form('success', done)
        await navigate(next)
      } catch (error) {
        showErrors(error)
        const text = isEndpointError(error, 409) ? taken : messageOf(error, failed)
        toast.form('error', text)
        if (isEndpointError(error, 429)) storeAddress(error.retryAfter ?? codeResendSeconds)
        setProblem({
          text,
          ...(isEndpointError(error, 429) ? { action: 'code' } : isEndpointError(error, 409) ? { action: 'login' } : {}),
        })
      }
    },
    (invalid) => toast.form('error', firstMessage(invalid)),
  )
  return (
    <>
      <NeedsScript what="form" />
      <form
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Create a free account"
        className="space-y-5"
      >
        <AccountFields register={register} errors={errors} />
        <Consent to="account" />
        <Button variant="primary" type="submit" size="lg" className="w-full" pending={isSubmitting && 'Creating your account…'}>
          Create account
        </Button>
        <ReturnNote />
        {problem ? (
          <Notice tone="bad" title={problem.text}>
            {problem.action ? (
              <p>
                <Link to={problem.action === 'code' ? next : pathToLogin(returnTo)} className="font-semibold underline">
                  {problem.action === 'code' ? 'Enter the code you have' : 'Log in instead'}
                </Link>
              </p>
            ) : null}
          </Notice>
        ) : null}
        <p className="border-t border-line pt-5 text-sm">
          Already registered?{' '}
          <Link to={pathToLogin(returnTo)} className="inline-block py-1 font-semibold text-accent underline">
            Log in
          </Link>
        </p>
      </form>
    </>
  )
}
