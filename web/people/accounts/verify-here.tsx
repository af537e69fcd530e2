import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmChange, type Profile, requestChange, verifyCode } from '#contract/people/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { restoreSession } from '#web/lib/restore-session.ts'
import { useSession } from '#web/lib/session.ts'
import { logIn } from '#web/lib/start-session.ts'
import { readStored, removeStored } from '#web/lib/storage.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Notice } from '#ui/notice.tsx'
import { askForCode } from './ask-for-code.ts'
import { CorrectAddress } from './correct-address.tsx'
import { useCodeSentTo } from './late-codes.tsx'
import { profileQuery } from './queries.ts'
import { requestCode } from './request-code.ts'
import { ResendCode } from './resend-code.tsx'
import { VerifyHereForm } from './verify-here-form.tsx'

/** Verifies the e-mail of a new student without leaving the page. Renders nothing for a verified student. */
export function VerifyHere() {
  const { loading, user } = useSession()
  const isKnown = !loading && user !== null && readStored('accessToken') !== null
  const { data } = useQuery({ ...profileQuery(user?.email), enabled: isKnown })
  const [verified, setVerified] = useState('')
  if (verified) return <Verified email={verified} />
  const student = data?.student
  if (!isKnown || !student || student.user.verified) return null
  return <Unverified student={student} onVerified={setVerified} />
}

function Verified({ email }: { email: string }) {
  const notice = useRef<HTMLDivElement>(null)
  // The form with the focus is gone.
  useEffect(() => notice.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="good" title="Your e-mail is verified">
        We write to <MailAddress address={email} /> about your classes.
      </Notice>
    </div>
  )
}

interface Props {
  student: NonNullable<Profile['student']>
  onVerified: (email: string) => void
}

function Unverified({ student, onVerified }: Props) {
  const { email: registered, first_name: name } = student.user
  /** The address that the code went to; it differs from the account's after a correction. */
  const [email, setEmail] = useState(registered)
  const [correcting, setCorrecting] = useState(false)
  const sentTo = useCodeSentTo()
  const corrected = email !== registered
  const askCorrection = (next: string) => {
    const body = { user: { first_name: name, email: next }, student: { phone: student.phone } }
    return askForCode(next, () => call(requestChange, { body }), 'Your e-mail could not be changed.')
  }
  const verify = async (otp: string) => {
    if (corrected) {
      await call(confirmChange, { query: { email }, body: { otp } })
      await restoreSession()
    } else {
      logIn(await call(verifyCode, { query: { email }, body: { otp } }))
    }
    removeStored('emailForOtp', 'authFlow')
    onVerified(email)
    void queryClient.invalidateQueries()
  }
  return (
    <section aria-labelledby="verify-here" className="rounded-lg border border-line bg-surface p-6 shadow-card">
      <h2 id="verify-here" className="text-xl">
        Verify your e-mail
      </h2>
      {correcting ? (
        <CorrectAddress
          before={email}
          ask={askCorrection}
          onSent={(next) => {
            setEmail(next)
            setCorrecting(false)
          }}
          onKeep={() => setCorrecting(false)}
        />
      ) : (
        <>
          <p className="mt-2 text-sm text-muted">
            {sentTo}{' '}
            <strong className="text-ink">
              <MailAddress address={email} />
            </strong>
            . The code is in the e-mail’s subject line and works for 10 minutes.
          </p>
          <p className="text-sm">
            Wrong address?{' '}
            <button
              type="button"
              onClick={() => setCorrecting(true)}
              className="inline-flex min-h-11 items-center font-semibold text-accent underline lg:min-h-8"
            >
              Change<span className="sr-only"> the e-mail address</span>
            </button>
          </p>
          <VerifyHereForm key={email} verify={verify} />
          <ResendCode key={`${email} resend`} email={email} request={corrected ? askCorrection : requestCode} />
        </>
      )}
    </section>
  )
}
