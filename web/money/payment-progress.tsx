import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as messages from '#contract/messages.ts'
import { Button, ButtonLink, Spinner } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { LinkNotice } from './link-refused.tsx'
import { PartNotice } from './part-notice.tsx'
import { type PaymentState, texts } from './payment-state.ts'

interface Props {
  state: PaymentState
  onRetry: () => void
  /** Pays without the code that was refused. */
  onFullPrice?: () => void
  /** The page to select another batch of the course. */
  coursePath: string
  loginPath: string
  /** Where a person waits for a seat of a batch that turned out to be full. */
  waitlistPath?: string
  /** Confirms the address of the account, where a payment link asks for that. */
  verify?: ReactNode
  /** Opens the registration dialog again after it was closed. */
  onRegister?: (() => void) | undefined
}

/** The states between opening the page and the receipt, each with its next step. */
export function PaymentProgress({ state, onRetry, onFullPrice, coursePath, loginPath, waitlistPath, verify, onRegister }: Props) {
  switch (state.at) {
    case 'confirming':
      return (
        <Panel busy={state.waiting} title={state.message}>
          <p>
            {state.message === texts.checking
              ? 'This takes a moment. If you paid, we enrol you and e-mail the receipt.'
              : state.waiting
                ? 'This takes a moment. You can leave this page. We enrol you and e-mail the receipt.'
                : 'This takes longer than usual. We keep checking and e-mail you when it is done. You do not have to pay again.'}
          </p>
          {state.waiting ? null : (
            <div className="mt-4 flex flex-wrap gap-3">
              <Button variant="primary" onClick={onRetry}>
                Check again
              </Button>
              <ButtonLink to="/my-payments">Payment history</ButtonLink>
            </div>
          )}
        </Panel>
      )
    case 'settled':
      return (
        <Panel title={state.message}>
          <div className="mt-4 flex flex-wrap gap-3">
            {state.again ? (
              <Button variant="primary" onClick={onRetry}>
                Start a new payment
              </Button>
            ) : null}
            <ButtonLink to="/my-payments" variant={state.again ? 'secondary' : 'primary'}>
              Payment history
            </ButtonLink>
            <ButtonLink to="/contact">Contact us</ButtonLink>
          </div>
        </Panel>
      )
    case 'signed-out':
      return (
        <Panel title={state.received ? texts.logInToSee : texts.logInToCheck}>
          <p>
            {state.received
              ? 'Your session ended while you paid. The payment is safe.'
              : 'If you paid, your course is there once you log in.'}
          </p>
          <ButtonLink variant="primary" to={loginPath} className="mt-4">
            Log in
          </ButtonLink>
        </Panel>
      )
    case 'stopped':
      return (
        <div className="space-y-4">
          <Notice tone="bad" title={state.message}>
            {state.message.includes(messages.noMoneyTaken) ? null : explain[state.cause]}
          </Notice>
          <div className="flex flex-wrap gap-3">
            {state.cause === 'start' || state.cause === 'declined' ? (
              <Button variant="primary" onClick={onRetry}>
                Try Again
              </Button>
            ) : null}
            {state.cause === 'coupon' && onFullPrice ? (
              <Button variant="primary" onClick={onFullPrice}>
                Pay the full price
              </Button>
            ) : null}
            {state.cause === 'unchecked' ? (
              <Button variant="primary" onClick={onRetry}>
                Check again
              </Button>
            ) : null}
            {state.cause === 'verification' ? (
              <ButtonLink variant="primary" to="/contact">
                Contact us
              </ButtonLink>
            ) : null}
            {waitlistPath && state.message === messages.batchFull ? (
              <ButtonLink to={waitlistPath}>Join the waitlist</ButtonLink>
            ) : null}
            <ButtonLink to={coursePath} variant={state.cause === 'refused' ? 'primary' : 'secondary'}>
              {coursePath === '/courses'
                ? 'See all courses'
                : state.cause === 'refused'
                  ? 'Choose another batch'
                  : 'Back to the course'}
            </ButtonLink>
          </div>
        </div>
      )
    case 'link-refused':
      return (
        <LinkNotice
          state={state.link}
          message={state.message}
          coursePath={coursePath}
          verify={verify}
          onRetry={onRetry}
          onUsualPrice={onFullPrice}
        />
      )
    case 'part-refused':
      return <PartNotice state={state.part} message={state.message} loginPath={loginPath} />
    case 'registering':
      return (
        <Panel busy={!onRegister} title={onRegister ? 'Your details are needed' : 'Waiting for your details'}>
          <p>
            {onRegister
              ? 'We need them for your place in the batch and your receipt. You can also'
              : 'Enter your details in the window in front, or'}{' '}
            <Link to={loginPath} className="underline">
              log in
            </Link>
            .
          </p>
          {onRegister ? <EnterDetails onClick={onRegister} /> : null}
        </Panel>
      )
    default:
      return (
        <Panel busy title={busyTitles[state.at] ?? 'One moment…'}>
          {state.at === 'paying' ? <p>Pay in the window in front. Close that window to cancel.</p> : null}
          {state.at === 'idle' || state.at === 'starting' ? (
            <p>
              The payment window opens in a moment.{' '}
              <Link to={coursePath} className="inline-block py-1 text-ink underline">
                {coursePath === '/courses' ? 'See all courses' : 'Back to the course'}
              </Link>
            </p>
          ) : null}
        </Panel>
      )
  }
}

/** Takes over the focus of the closed dialog. */
function EnterDetails({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button variant="primary" ref={button} onClick={onClick} className="mt-4">
      Enter your details
    </Button>
  )
}

const busyTitles: Partial<Record<PaymentState['at'], string>> = {
  idle: 'Preparing your payment…',
  starting: 'Preparing your payment…',
  paying: 'Checkout is open',
  verifying: 'Verifying your payment…',
  checking: 'Checking whether a payment was made…',
}

// Neutral: a payment may exist from another tab or an earlier visit, and only the server knows.
const inHistory = (
  <p>
    If you paid, it shows in your{' '}
    <Link to="/my-payments" className="underline">
      payment history
    </Link>
    .
  </p>
)
const explain = {
  start: inHistory,
  refused: inHistory,
  coupon: 'Nothing was charged. You can pay without the code, or go back and try another one.',
  declined: inHistory,
  verification: 'If money left your account, we find it and enrol you or refund it. Tell us, and we check at once.',
  unchecked: 'If you paid, we enrol you and e-mail the receipt. You do not have to pay again.',
} as const

function Panel({ title, busy = false, children }: { title: string; busy?: boolean; children?: React.ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-6 shadow-card">
      <p className="flex items-start gap-3 text-lg leading-snug font-bold">
        {busy ? <Spinner className="mt-0.5 size-5 shrink-0 text-accent" /> : null}
        {title}
      </p>
      <div className="mt-2 text-sm text-muted empty:hidden">{children}</div>
    </div>
  )
}
