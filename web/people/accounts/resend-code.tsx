import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Requested, requestCode } from './request-code.ts'
import { formatWait, secondsLeft, waitUntil } from './resend-wait.ts'

const frame = 'mt-5 border-t border-line pt-4'

function Advice() {
  return <p className="text-sm text-muted">No e-mail yet? Look in your spam folder. A new code replaces the one you have.</p>
}

/** The place of `ResendCode` while the address is not known, in its size. */
export function ResendSkeleton() {
  return (
    <div className={frame}>
      <Advice />
      <Skeleton className="mt-1 h-(--control) w-40" />
    </div>
  )
}

/** Requests another code after a countdown. The server's Retry-After sets the countdown when a request comes too early. */
export function ResendCode({ email, request = requestCode }: { email: string; request?: (email: string) => Promise<Requested> }) {
  const [until, setUntil] = useState(() => waitUntil(email))
  const [now, setNow] = useState(() => Date.now())
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const [answer, setAnswer] = useState<{ tone: 'good' | 'bad'; title: string; more?: string } | null>(null)
  const left = secondsLeft(until, now)
  const counting = left > 0
  useEffect(() => {
    if (!counting) return
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [counting])
  const resend = async () => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setAnswer(null)
    const requested = await request(email)
    busy.current = false
    setSending(false)
    setNow(Date.now())
    setUntil(waitUntil(email))
    setAnswer(
      requested.sent
        ? { tone: 'good', title: 'A new code is on its way.', more: 'The one before it no longer works.' }
        : { tone: 'bad', title: requested.text, ...(requested.wait ? { more: requested.wait } : {}) },
    )
  }
  return (
    <div className={frame}>
      <Advice />
      <Button
        variant="quiet"
        className="figures mt-1 -ml-4.5"
        disabled={counting}
        pending={sending && 'Sending…'}
        onClick={() => void resend()}
      >
        {counting ? `Resend OTP in ${formatWait(left)}` : 'Resend OTP'}
      </Button>
      <div className="mt-3 empty:hidden">
        {answer ? (
          <Notice tone={answer.tone} title={answer.title}>
            {answer.more}
          </Notice>
        ) : null}
      </div>
    </div>
  )
}
