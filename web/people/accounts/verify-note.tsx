import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { withReturnTo } from '#web/lib/return-to.ts'
import { Button } from '#ui/button.tsx'
import { type Requested, requestCode } from './request-code.ts'

const next = withReturnTo(pathTo('verify-otp'), pathTo('profile'))

/** Asks the student to verify an unverified email address. */
export function VerifyNote({ email }: { email: string }) {
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Exclude<Requested, { sent: true }> | null>(null)
  const send = async () => {
    setSending(true)
    setProblem(null)
    const requested = await requestCode(email)
    setSending(false)
    if (requested.sent) await navigate(next)
    else setProblem(requested)
  }
  return (
    <section aria-labelledby="unverified" className="rounded-md border-l-4 border-signal bg-signal-soft p-5">
      <h2 id="unverified" className="text-base tracking-normal">
        Your e-mail is not verified yet
      </h2>
      <p className="prose-width mt-1 text-sm">
        Verify it once. Then only you can log in to this account, and class reminders reach you. Your courses and payments stay as
        they are.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={sending && 'Sending…'} onClick={() => void send()}>
          Send OTP
        </Button>
        {problem ? (
          <p role="alert" className="text-sm font-medium text-bad">
            {problem.wait ?? problem.text}{' '}
            {problem.wait ? (
              <Link to={next} className="underline">
                Enter the code you have
              </Link>
            ) : null}
          </p>
        ) : null}
      </div>
    </section>
  )
}
