import { useState } from 'react'
import { codeFields, verifyCode } from '#contract/people/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { needsFullLoad } from '#web/lib/return-to.ts'
import { logIn } from '#web/lib/start-session.ts'
import { removeStored } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { useReplacePage, useReturnTo } from '#web/lib/use-return-to.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { TooManyGuesses, useCodeProblem } from './code-problem.tsx'

const done = 'OTP verified successfully!'
const failed = 'Invalid OTP. Please try again.'

/** Signs in with the code mailed to `email`, then continues to the return address. */
export function VerifyForm({ email }: { email: string }) {
  const returnTo = useReturnTo()
  const replacePage = useReplacePage()
  const { register, handleSubmit, setFocus, formState } = useContractForm(codeFields, { otp: '' })
  const { problem, setProblem, refuse } = useCodeProblem(failed, setFocus)
  const [entered, setEntered] = useState(false)
  const submit = handleSubmit(
    async (body) => {
      if (entered) return
      setProblem(null)
      try {
        const signedIn = await call(verifyCode, { query: { email }, body })
        setEntered(true)
        logIn(signedIn)
        // Cached answers may belong to another student or to an unverified address.
        queryClient.clear()
        removeStored('emailForOtp', 'authFlow')
        const target = returnTo ?? '/home'
        if (needsFullLoad(target)) toast.acrossLoad('account', 'success', done)
        else toast.account('success', done)
        replacePage(target)
      } catch (error) {
        refuse(error)
      }
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Verify OTP" className="space-y-5">
      <CodeField field={register('otp')} error={formState.errors.otp?.message ?? problem?.text} />
      <Button
        variant="primary"
        type="submit"
        size="lg"
        className="w-full"
        pending={(formState.isSubmitting || entered) && 'Checking…'}
      >
        Verify OTP
      </Button>
      {problem?.tooManyGuesses ? <TooManyGuesses /> : null}
    </form>
  )
}
