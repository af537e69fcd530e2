import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LinkRefusal } from './link-refusal.ts'
import { LogOutButton } from './log-out-button.tsx'

interface Props {
  state: LinkRefusal
  message: string
  coursePath: string
  /** Confirms the address of the account. */
  verify: ReactNode
  onRetry: () => void
  /** Pays what everybody pays. */
  onUsualPrice: (() => void) | undefined
}

const explain: Record<LinkRefusal, string> = {
  foreign: 'Nothing was charged. Log in with the account it was made for and open the link again, or pay the usual price.',
  unverified: 'Nothing was charged. The link opens once this address is confirmed.',
  paid: 'A link works once. If you paid it, you find the course among yours.',
  expired: 'Nothing was charged. You can also pay the usual price.',
  withdrawn: 'Nothing was charged. You can ask the school, or pay the usual price.',
  waiting: 'Nothing was charged. Please try again later, or ask the school.',
  unknown: 'Nothing was charged. You can also pay the usual price.',
}

/** A payment link that leads to no payment, and what to do then. */
export function LinkNotice({ state, message, coursePath, verify, onRetry, onUsualPrice }: Props) {
  const isOver = state === 'expired' || state === 'withdrawn' || state === 'unknown'
  return (
    <div className="space-y-4">
      <Notice tone={state === 'unverified' || state === 'waiting' ? 'plain' : 'bad'} title={message}>
        {explain[state]}
      </Notice>
      {state === 'unverified' ? verify : null}
      <div className="flex flex-wrap gap-3">
        {state === 'foreign' ? <LogOutButton /> : null}
        {state === 'unverified' || state === 'waiting' ? (
          <Button variant="primary" onClick={onRetry}>
            {state === 'unverified' ? 'Continue to the payment' : 'Try again'}
          </Button>
        ) : null}
        {state === 'paid' ? (
          <ButtonLink variant="primary" to="/enrolled-courses">
            See your courses
          </ButtonLink>
        ) : null}
        {onUsualPrice ? (
          <Button variant={isOver ? 'primary' : 'secondary'} onClick={onUsualPrice}>
            Pay the usual price
          </Button>
        ) : null}
        <ButtonLink to={coursePath}>{coursePath === '/courses' ? 'See all courses' : 'Back to the course'}</ButtonLink>
        {isOver || state === 'waiting' ? <ButtonLink to="/contact">Contact us</ButtonLink> : null}
      </div>
    </div>
  )
}
