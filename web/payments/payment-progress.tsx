import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as messages from '#contract/messages.ts'
import { Button, ButtonLink, Spinner } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type PaymentState, texts } from './payment-state.ts'

interface Props {
  state: PaymentState
  onRetry: () => void
  /** The page to select another batch of the course. */
  coursePath: string
  loginPath: string
  /** Opens the registration dialog again after it was closed. */
  onRegister?: (() => void) | undefined
}

/** The states between opening the page and the receipt, each with its next step. */
export function PaymentProgress({ state, onRetry, coursePath, loginPath, onRegister }: Props) {
  switch (state.at) {
    case 'confirming':
      return (
        <Panel busy={state.waiting} title={state.message}>
          <p>
            {state.message === texts.checking
              ? 'This takes a moment. If you paid, you will be enrolled and a receipt comes by mail.'
              : state.waiting
                ? 'This takes a moment. You can leave this page: you will be enrolled all the same, and a receipt comes by mail.'
                : 'This takes longer than usual. We keep at it and write to you when it is done; you do not have to pay again.'}
          </p>
          {state.waiting ? null : (
            <div className="mt-4 flex flex-wrap gap-3">
              <Button onClick={onRetry}>Check again</Button>
              <ButtonLink to="/my-payments" variant="secondary">
                Payment history
              </ButtonLink>
            </div>
          )}
        </Panel>
      )
    case 'settled':
      return (
        <Panel title={state.message}>
          <div className="mt-4 flex flex-wrap gap-3">
            {state.again ? <Button onClick={onRetry}>Start a new payment</Button> : null}
            <ButtonLink to="/my-payments" variant={state.again ? 'secondary' : 'primary'}>
              Payment history
            </ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              Contact us
            </ButtonLink>
          </div>
        </Panel>
      )
    case 'signed-out':
      return (
        <Panel title={state.received ? texts.logInToSee : texts.logInToCheck}>
          <p>
            {state.received
              ? 'Your session ended while you paid. The payment is safe.'
              : 'If you paid, nothing is lost: your course is there once you are logged in.'}
          </p>
          <ButtonLink to={loginPath} className="mt-4">
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
            {state.cause === 'start' || state.cause === 'declined' ? <Button onClick={onRetry}>Try Again</Button> : null}
            {state.cause === 'unchecked' ? <Button onClick={onRetry}>Check again</Button> : null}
            {state.cause === 'verification' ? <ButtonLink to="/contact">Contact us</ButtonLink> : null}
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
    case 'registering':
      return (
        <Panel busy={!onRegister} title={onRegister ? 'Your details are needed' : 'Waiting for your details'}>
          <p>
            {onRegister ? 'For your place in the batch and your receipt. Or' : 'Tell us who you are in the window in front, or'}{' '}
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
          {state.at === 'paying' ? <p>Complete the payment in the window in front. Close that window to cancel.</p> : null}
        </Panel>
      )
  }
}

/** Takes over the focus of the closed dialog. */
function EnterDetails({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} onClick={onClick} className="mt-4">
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
  declined: inHistory,
  verification: 'If money left your account, it is found and either enrols you or goes back to you. Tell us and we look at once.',
  unchecked: 'If you did pay, you will be enrolled and get a receipt by mail; you do not have to pay again.',
} as const

function Panel({ title, busy = false, children }: { title: string; busy?: boolean; children?: React.ReactNode }) {
  return (
    <div className="rounded-md border-l-4 border-accent bg-accent-soft px-5 py-4">
      <p className="flex items-start gap-3 font-semibold">
        {busy ? <Spinner className="mt-1 size-4.5 shrink-0 text-accent" /> : null}
        {title}
      </p>
      <div className="mt-1 text-sm empty:hidden">{children}</div>
    </div>
  )
}
