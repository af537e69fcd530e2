import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { LogOutButton } from './log-out-button.tsx'
import type { PartRefusal } from './part-refusal.ts'

const explain: Record<PartRefusal, string> = {
  'signed-out': 'Nothing is charged before you pay in the next step.',
  foreign: 'Nothing was charged. Log in with the account that has the place and open the link again.',
  paid: 'Nothing more is to be done for it. The receipt is in your payment history.',
  waived: 'Nothing was charged. What else is due is in your payment history.',
  ended: 'Nothing was charged. Is this wrong? Write to us.',
}

/** The link of a part that leads to no payment yet, or not any more, and what to do then. */
export function PartNotice({ state, message, loginPath }: { state: PartRefusal; message: string; loginPath: string }) {
  return (
    <div className="space-y-4">
      <Notice tone={state === 'signed-out' ? 'plain' : state === 'paid' ? 'good' : 'bad'} title={message}>
        {explain[state]}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {state === 'signed-out' ? (
          <ButtonLink variant="primary" to={loginPath}>
            Log in to pay
          </ButtonLink>
        ) : null}
        {state === 'foreign' ? <LogOutButton /> : null}
        {state === 'signed-out' ? null : (
          <ButtonLink to={pathTo('my-payments')} variant={state === 'paid' || state === 'waived' ? 'primary' : 'secondary'}>
            Payment history
          </ButtonLink>
        )}
        {state === 'ended' ? <ButtonLink to={pathTo('contact')}>Contact us</ButtonLink> : null}
      </div>
    </div>
  )
}
