import { codeFields } from '#contract/people/accounts.ts'
import { invalidCode } from '#contract/messages.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { TooManyGuesses, useCodeProblem } from './code-problem.tsx'

/** The code form of `VerifyHere`. `verify` throws when the server rejects the code. */
export function VerifyHereForm({ verify }: { verify: (otp: string) => Promise<void> }) {
  const { register, handleSubmit, setFocus, formState } = useContractForm(codeFields, { otp: '' })
  const { problem, setProblem, refuse } = useCodeProblem(invalidCode, setFocus)
  const submit = handleSubmit(
    async ({ otp }) => {
      setProblem(null)
      try {
        await verify(otp)
      } catch (error) {
        refuse(error)
      }
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Verify your e-mail"
      className="mt-3 space-y-4"
    >
      <div className="grid items-start gap-x-3 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 space-y-3">
          <CodeField field={register('otp')} error={formState.errors.otp?.message ?? problem?.text} />
        </div>
        <Button type="submit" className="min-h-12 sm:mt-7" pending={formState.isSubmitting && 'Checking…'}>
          Verify OTP
        </Button>
      </div>
      {problem?.tooManyGuesses ? <TooManyGuesses /> : null}
    </form>
  )
}
