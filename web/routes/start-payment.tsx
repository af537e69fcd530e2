import { useQuery } from '@tanstack/react-query'
import { readBatch } from '#contract/catalog/catalog.ts'
import { listVideos } from '#contract/classes/classes.ts'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { data, useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { PhoneCard } from '#web/people/accounts/phone-card.tsx'
import { VerifyHere } from '#web/people/accounts/verify-here.tsx'
import { OfferNote } from '#web/enrolment/waitlist/offer-note.tsx'
import { FirstClass } from '#web/classes/first-class.tsx'
import { ownPageMeta } from '#web/lib/own-page-meta.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { ClosedBatch, closedReason } from '#web/money/closed-batch.tsx'
import { takeLink } from '#web/money/kept-link.ts'
import { OrderSummary } from '#web/money/order-summary.tsx'
import { takePartLink } from '#web/money/kept-part-link.ts'
import { PartPaid } from '#web/money/parts/part-paid.tsx'
import { PartSummary } from '#web/money/parts/part-summary.tsx'
import { PaymentProgress } from '#web/money/payment-progress.tsx'
import { type Choice, choiceQuery } from '#web/money/queries.ts'
import { ReceiptCard } from '#web/money/receipt-card.tsx'
import type { RegistrationDraft } from '#web/money/register-to-pay.tsx'
import { readCheckout } from '#web/money/unfinished-checkout.ts'
import { isPayingDocument, usePaymentFlow } from '#web/money/use-payment-flow.ts'
import { lazyDialog } from '#ui/lazy-part.tsx'
import type { Route } from './+types/start-payment'
import { pathId, statusOf } from './read-one.ts'

const RegisterToPay = lazyDialog(() => import('#web/money/register-to-pay.tsx'))

/** Answers 404 for an unknown batch, with what is sold; the browser asks who may pay for it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const batch = { params: { batch_id: pathId(params.batchId) } }
  const [status, choice] = await Promise.all([statusOf(call(listVideos, batch)), call(readBatch, batch).catch(() => null)])
  return data({ choice }, { status })
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  pathId(params.batchId)
  return { choice: null }
}

/** The address may have the secret of a payment link: no other request names it. */
export const headers = () => ({ 'referrer-policy': 'strict-origin' })

export const meta: Route.MetaFunction = ({ matches }) => ownPageMeta(matches[0]?.loaderData, { title: 'Payment' })

export default function StartPayment({ params, loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const part = partOf(query.get('part'))
  return <Paying key={`${params.batchId} ${part}`} batchId={params.batchId} part={part} sold={loaderData.choice} />
}

/** A part of a place, or `rest`; null for a purchase. */
const partOf = (asked: string | null) => (asked !== null && /^(?:rest|[1-9]\d{0,14})$/.test(asked) ? asked : null)

const steps = [
  'You pay by card or UPI in a secure window.',
  'We confirm your place at once and e-mail the receipt.',
  'You find class links and recordings in My Courses.',
]

function Paying({ batchId, part, sold }: { batchId: string; part: string | null; sold: Choice | null }) {
  const [state, flow] = usePaymentFlow(batchId, part)
  const { data: choice, isPending: choosing } = useQuery({
    ...choiceQuery(batchId),
    // The document has it, so that nothing moves when it is asked again.
    ...(sold ? { initialData: sold } : {}),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const draft: RegistrationDraft = useRef(undefined)
  const [asking, setAsking] = useState(true)
  useEffect(() => {
    if (part === null) takeLink(batchId)
    else takePartLink(part)
    if (isPayingDocument()) flow.open()
    else location.reload()
  }, [batchId, part, flow])
  const finished =
    state.at === 'enrolled' ||
    state.at === 'settled' ||
    state.at === 'stopped' ||
    state.at === 'link-refused' ||
    state.at === 'part-refused' ||
    state.at === 'signed-out'
  useEffect(() => {
    // Closing checkout loses the focus.
    if (finished) heading.current?.focus({ preventScroll: true })
  }, [finished])

  const paid = state.at === 'signed-out' ? readCheckout(batchId) : null
  const loginPath = pathToLogin(
    paid ? pathTo('verify-payment', batchId, paid) : pathTo('start-payment', batchId, part === null ? {} : { part }),
  )
  const coursePath = choice ? pathTo('course', choice.course.id, { tab: 'batches', batch: choice.batch.id }) : '/courses'
  const beforePaying = state.at === 'idle' || state.at === 'starting' || state.at === 'registering' || state.at === 'paying'
  if (state.at === 'enrolled') {
    const { receipt } = state
    if (part !== null) return <PartPaid receipt={receipt} batchId={batchId} heading={heading} />
    return (
      <div className="page max-w-5xl py-10 lg:py-16">
        <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-good-soft text-good">
          <Check className="size-7" strokeWidth={2.5} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl font-extrabold">
          You are enrolled
        </h1>
        <p className="mt-3 mb-10 text-lg text-muted">We have received your payment.</p>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
          <div className="space-y-8">
            <FirstClass courseId={receipt.course_id} batchId={Number(batchId)} startsAt={choice?.batch.starts_at} />
            <div className="space-y-6 empty:hidden">
              <VerifyHere />
              <PhoneCard />
            </div>
          </div>
          <ReceiptCard receipt={receipt} batchId={Number(batchId)} email={state.email} />
        </div>
      </div>
    )
  }
  const closed = part === null && state.at === 'registering' && choice !== undefined ? closedReason(choice) : null
  if (closed) {
    return (
      <div className="page max-w-2xl py-10 lg:py-16">
        <h1 className="mb-8 text-3xl font-extrabold">Payment</h1>
        <ClosedBatch reason={closed} choice={choice ?? null} loginPath={loginPath} />
      </div>
    )
  }
  return (
    <div className="page max-w-5xl py-10 lg:py-16">
      <h1 ref={heading} tabIndex={-1} className="mb-8 text-3xl font-extrabold">
        Payment
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div aria-live="polite" className="lg:col-start-2 lg:row-start-1">
          <PaymentProgress
            state={state}
            onRetry={flow.retry}
            onFullPrice={flow.payFullPrice}
            coursePath={part === null ? coursePath : pathTo('my-payments')}
            loginPath={loginPath}
            waitlistPath={pathTo('waitlist', batchId)}
            verify={<VerifyHere />}
            onRegister={asking ? undefined : () => setAsking(true)}
          />
        </div>
        <div className="max-lg:row-start-1 empty:hidden lg:row-span-2 lg:row-start-1">
          {part === null ? (
            <OrderSummary
              batchId={batchId}
              started={state.at === 'paying' ? state.order : undefined}
              amountLabel={beforePaying ? 'Total fee' : 'Amount'}
            />
          ) : state.at === 'part-refused' && state.part === 'foreign' ? null : (
            <PartSummary
              batchId={batchId}
              part={part}
              started={state.at === 'paying' ? state.order : undefined}
              isClosed={state.at === 'part-refused' && state.part !== 'signed-out'}
            />
          )}
        </div>
        {beforePaying && part === null ? <NextSteps batchId={batchId} /> : null}
      </div>
      {part === null && state.at === 'registering' && !choosing && asking ? (
        <RegisterToPay
          choice={choice ?? null}
          loginPath={loginPath}
          draft={draft}
          onDone={flow.registered}
          onCancel={flow.cancelRegistration}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

function NextSteps({ batchId }: { batchId: string }) {
  return (
    <section aria-labelledby="next" className="lg:col-start-2">
      <h2 id="next" className="text-base tracking-normal">
        What happens next
      </h2>
      <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4 py-3">
            <span aria-hidden="true" className="figures font-bold text-accent">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <OfferNote batchId={batchId} />
    </section>
  )
}
