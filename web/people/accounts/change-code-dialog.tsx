import { useRef, useState } from 'react'
import { codeFields, confirmChange } from '#contract/people/accounts.ts'
import { timings } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { TooManyGuesses, useCodeProblem } from './code-problem.tsx'
import { useCodeSentTo } from './late-codes.tsx'
import type { Requested } from './request-code.ts'
import { ResendCode } from './resend-code.tsx'

const done = messages.profileUpdated
const failed = messages.invalidCode

interface Props {
  /** The address that received the code. */
  email: string
  resend: () => Promise<Requested>
  onClose: () => void
  /** Runs after the change. By default the page reloads. */
  onDone?: () => void
}

/** Confirms a change with the code mailed to `email`, then reloads the page or calls `onDone`. */
export default function ChangeCodeDialog({ email, resend, onClose, onDone }: Props) {
  const { register, handleSubmit, setFocus, formState } = useContractForm(codeFields, { otp: '' })
  const { problem, setProblem, refuse } = useCodeProblem(failed, setFocus)
  const [entered, setEntered] = useState(false)
  const sentTo = useCodeSentTo()
  const input = useRef<HTMLElement>(null)
  const submit = handleSubmit(
    async (body) => {
      if (entered) return
      setProblem(null)
      try {
        await call(confirmChange, { query: { email }, body })
        setEntered(true)
        if (onDone) {
          toast.account('success', done)
          onDone()
          return
        }
        toast.acrossLoad('account', 'success', done)
        setTimeout(() => location.reload(), timings.profileReload)
      } catch (error) {
        refuse(error)
      }
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  return (
    <Dialog open onClose={onClose} title="Enter the OTP" description={`${sentTo} ${shownAddresses(email)}.`} focusFirst={input}>
      <form
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Verify the change"
        className="space-y-5"
      >
        <CodeField field={register('otp')} inputRef={input} error={formState.errors.otp?.message ?? problem?.text} />
        <Button
          variant="primary"
          type="submit"
          size="lg"
          className="w-full"
          pending={entered ? 'Updating your profile…' : formState.isSubmitting && 'Checking…'}
        >
          Verify OTP
        </Button>
        {problem?.tooManyGuesses ? <TooManyGuesses /> : null}
      </form>
      <ResendCode email={email} request={resend} />
    </Dialog>
  )
}
