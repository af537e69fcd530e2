import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { loginBody } from '#contract/people/accounts.ts'
import { pathTo } from '#contract/pages.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Requested } from './request-code.ts'

interface Props {
  /** The address to correct. */
  before: string
  ask: (email: string) => Promise<Requested>
  onSent: (email: string) => void
  onKeep: () => void
}

/** Corrects a mistyped address: the code goes to the new one, which replaces the old one once the code is entered. */
export function CorrectAddress({ before, ask, onSent, onKeep }: Props) {
  const { register, handleSubmit, showErrors, setFocus, formState } = useContractForm(loginBody, { email: before })
  const [problem, setProblem] = useState<Exclude<Requested, { sent: true }> | null>(null)
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('email', { shouldSelect: true }), [setFocus])
  const submit = handleSubmit(
    async ({ email }) => {
      setProblem(null)
      if (email === before) return onKeep()
      const requested = await ask(email)
      if (requested.sent) return onSent(email)
      showErrors(requested.error)
      setProblem(requested)
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  const beside = problem?.text === errors.email?.message
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Change the e-mail address"
      className="mt-4 space-y-4"
    >
      <EmailField field={register('email')} error={errors.email?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting && 'Sending…'}>
          Send OTP
        </Button>
        <Button variant="quiet" onClick={onKeep} disabled={isSubmitting}>
          Keep the address
        </Button>
      </div>
      {problem && !beside ? <Notice tone="bad" title={problem.text} /> : null}
      {isEndpointError(problem?.error, 409) ? (
        <p className="text-sm text-muted">
          An account with this address exists already. To move your purchase there, please{' '}
          <Link to={pathTo('contact')} className="underline">
            contact us
          </Link>
          .
        </p>
      ) : null}
    </form>
  )
}
