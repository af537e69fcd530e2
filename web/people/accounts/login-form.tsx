import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { loginBody } from '#contract/people/accounts.ts'
import { withReturnTo } from '#web/lib/return-to.ts'
import { readStored, removeStored } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { Notice } from '#ui/notice.tsx'
import { DemoStudents } from './demo-students.tsx'
import { type Requested, requestCode } from './request-code.ts'
import { ReturnNote } from './return-note.tsx'
import { useRedirectSignedIn } from './use-redirect-signed-in.ts'

/** Not lazy-loaded: the browser would submit an unhydrated form itself. */
export function LoginForm() {
  useRedirectSignedIn()
  const navigate = useNavigate()
  const returnTo = useReturnTo()
  const { register, handleSubmit, showErrors, getValues, setValue, formState } = useContractForm(loginBody)
  const [problem, setProblem] = useState<Exclude<Requested, { sent: true }> | null>(null)
  const next = withReturnTo('/verify-otp', returnTo)
  useEffect(() => {
    // Fills in the previous address, so that it can be corrected.
    const before = readStored('emailForOtp')
    if (before && !getValues('email')) setValue('email', before)
  }, [getValues, setValue])
  const submit = handleSubmit(
    async ({ email }) => {
      setProblem(null)
      const requested = await requestCode(email)
      if (requested.sent) {
        removeStored('authFlow')
        await navigate(next)
        return
      }
      showErrors(requested.error)
      setProblem(requested)
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  return (
    <>
      <NeedsScript what="form" />
      <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Log in" className="space-y-5">
        <EmailField field={register('email')} error={formState.errors.email?.message} />
        <Button variant="primary" type="submit" size="lg" className="w-full" pending={formState.isSubmitting && 'Sending…'}>
          Send OTP
        </Button>
        <ReturnNote />
        {problem ? (
          <Notice tone="bad" title={problem.text}>
            {problem.wait ? (
              <p>
                {problem.wait}{' '}
                <Link to={next} className="font-semibold underline">
                  Enter the code you have
                </Link>
              </p>
            ) : null}
          </Notice>
        ) : null}
        <p className="border-t border-line pt-5 text-sm">
          New here?{' '}
          <Link to={withReturnTo('/register', returnTo)} className="inline-block py-1 font-semibold text-accent underline">
            Create a free account
          </Link>
          <span className="block">
            <Link to="/home" className="inline-block py-1 text-muted underline hover:text-accent">
              Back to home
            </Link>
          </span>
        </p>
      </form>
      <DemoStudents
        isBusy={formState.isSubmitting}
        onChoose={(email) => {
          setValue('email', email)
          void submit()
        }}
      />
    </>
  )
}
