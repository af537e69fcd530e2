import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AccountFrame } from '#web/people/accounts/account-frame.tsx'
import { useCodeSentTo } from '#web/people/accounts/late-codes.tsx'
import { ResendCode, ResendSkeleton } from '#web/people/accounts/resend-code.tsx'
import { VerifyForm } from '#web/people/accounts/verify-form.tsx'
import { InboxNote } from '#web/lib/inbox-note.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin, withReturnTo } from '#web/lib/return-to.ts'
import { useSession } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Route } from './+types/verify-otp'

export const meta: Route.MetaFunction = ({ matches }) =>
  ownPageMeta(matches[0]?.loaderData, { title: 'Verify OTP', description: 'Enter the code that we sent to your e-mail.' })

export default function VerifyOtp() {
  const { loading, user } = useSession()
  const returnTo = useReturnTo()
  const navigate = useNavigate()
  const sentTo = useCodeSentTo()
  const [address, setAddress] = useState<{ email: string; change: string } | null>(null)
  useEffect(() => {
    // Set once: a successful login clears the stored address and must not redirect this page.
    if (loading || address) return
    const email = readStored('emailForOtp') ?? user?.email
    if (email) setAddress({ email, change: readStored('authFlow') === 'register' ? '/register' : '/login' })
    else void navigate(pathToLogin(returnTo), { replace: true })
  }, [loading, user, address, returnTo, navigate])
  return (
    <AccountFrame
      title="Enter the OTP"
      lead={
        address ? (
          <p>
            {sentTo}{' '}
            <strong className="text-ink">
              <MailAddress address={address.email} />
            </strong>{' '}
            {user ? null : (
              <Link
                to={withReturnTo(address.change, returnTo)}
                className="inline-block py-1 text-base font-semibold text-accent underline"
              >
                change<span className="sr-only"> this address</span>
              </Link>
            )}
          </p>
        ) : (
          <Skeleton className="h-16 w-80 max-w-full sm:h-9" />
        )
      }
      points={[
        'The code is in the e-mail’s subject line.',
        'It works for 10 minutes. Only the newest code works.',
        'Nobody from our team will ever ask you for it.',
      ]}
    >
      {address ? (
        <>
          <VerifyForm email={address.email} />
          <ResendCode email={address.email} />
        </>
      ) : (
        <>
          <div className="space-y-5">
            <Loading label="Loading">
              <Skeleton className="h-19 w-full" />
            </Loading>
            <InboxNote />
            <Skeleton className="h-13 w-full" />
          </div>
          <ResendSkeleton />
        </>
      )}
    </AccountFrame>
  )
}
