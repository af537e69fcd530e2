import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { toast } from '#web/lib/toast.ts'
import { PaymentProgress } from '#web/money/payment-progress.tsx'
import { type CheckoutAnswer, texts } from '#web/money/payment-state.ts'
import { checkoutAnswer } from '#web/money/unfinished-checkout.ts'
import { usePaymentFlow } from '#web/money/use-payment-flow.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/verify-payment'
import { batchStatus, pathId } from './read-one.ts'

/** Answers 404 for an unknown batch; the browser asks who may pay for it. */
export const loader = ({ context, params }: Route.LoaderArgs) => batchStatus(context.get(serverContext).call, params.batchId)

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.batchId)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Payment verification' })

export default function VerifyPayment({ params }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const answer = checkoutAnswer(query)
  const failed = query.get('outcome') === 'failed'
  return (
    <div className="page max-w-2xl py-10 lg:py-16">
      <h1 className="mb-8 text-3xl font-extrabold">Payment verification</h1>
      {answer || failed ? (
        <Verifying key={`${params.batchId} ${query.toString()}`} batchId={params.batchId} given={answer} />
      ) : (
        <Missing />
      )}
    </div>
  )
}

/** Without an answer the provider reported a failure; the flow checks that with the server. */
function Verifying({ batchId, given }: { batchId: string; given: CheckoutAnswer | null }) {
  const [answer] = useState(given)
  const payPath = pathTo('start-payment', batchId)
  const [state, flow] = usePaymentFlow(batchId)
  const navigate = useNavigate()
  useEffect(() => (answer ? flow.confirm(answer) : flow.declined()), [flow, answer])
  const enrolled = state.at === 'enrolled'
  useEffect(() => {
    if (enrolled) void navigate('/profile', { replace: true })
  }, [enrolled, navigate])
  const over = state.at === 'settled' || (state.at === 'stopped' && state.cause === 'declined')
  return (
    <div aria-live="polite">
      <PaymentProgress
        state={enrolled || state.at === 'idle' ? { at: 'verifying' } : state}
        onRetry={over ? () => void navigate(payPath) : flow.retry}
        coursePath="/courses"
        loginPath={pathToLogin(answer ? pathTo('verify-payment', batchId, answer) : payPath)}
      />
    </div>
  )
}

function Missing() {
  useEffect(() => toast.form('error', texts.missingDetails), [])
  return (
    <div className="space-y-6">
      <Notice tone="bad" title={texts.missingDetails}>
        Whatever you paid is safe: it shows in your payment history.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/my-payments">
          Payment history
        </ButtonLink>
        <ButtonLink to="/contact">Contact us</ButtonLink>
      </div>
    </div>
  )
}
