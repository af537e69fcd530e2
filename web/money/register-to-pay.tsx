import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { register as registerEndpoint, registerBody } from '#contract/people/accounts.ts'
import { ApiError } from '#contract/client.ts'
import * as messages from '#contract/messages.ts'
import { call, isEndpointError } from '#web/lib/api.ts'
import { errorMessage, withConnectionError } from '#web/lib/error-message.ts'
import { logIn } from '#web/lib/start-session.ts'
import { store } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { type Draft, firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { AccountFields } from '#web/lib/account-fields.tsx'
import { CouponField } from '#web/lib/coupon/coupon-field.tsx'
import { useCoupon } from '#web/lib/coupon/use-coupon.ts'
import { usePlans } from '#web/lib/plan/use-plans.ts'
import { BuyerFields, useBuyer } from '#web/lib/buyer-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Consent } from '#web/lib/consent.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatRupees } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { OrderItem } from './order-item.tsx'
import { PriceLines } from './price-lines.tsx'
import type { Choice } from './queries.ts'
import { useLinkPrice } from './use-link-price.ts'
import { RefundLine } from './refund-line.tsx'

const phoneUsed = 'This phone number is already used. Please use another.'
const failed = messages.registrationFailed
const unanswered = messages.wentWrong
const fields = registerBody.omit({ type: true })
const empty = { full_name: '', phone_number: '', email: '' }

interface Props {
  choice: Choice | null
  /** A login path that returns to this batch. */
  loginPath: string
  draft: RegistrationDraft
  onDone: () => void
  /** Leaves this payment. */
  onCancel: () => void
  /** Closes the dialog; the draft is preserved. */
  onClose: () => void
}

export type RegistrationDraft = Draft<z.input<typeof fields>>

/** A dialog that registers a visitor and signs them in, so that the payment continues. */
export default function RegisterToPay({ choice, loginPath, draft, onDone, onCancel, onClose }: Props) {
  const { register, handleSubmit, showErrors, getValues, formState } = useContractForm(fields, empty, draft)
  const buyer = useBuyer()
  const coupon = useCoupon(choice?.batch.id)
  const plans = usePlans(choice?.batch.id, coupon.price)
  const linkPrice = useLinkPrice(choice)
  // What the parts of a link's price are is known once its person has signed in.
  const plan = linkPrice === undefined ? plans?.plans.find(({ id }) => id === plans.chosen) : undefined
  const first = useRef<HTMLElement | null>(null)
  const [problem, setProblem] = useState<{ text: string; known: boolean } | null>(null)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(
    async ({ unfinished_mails: wantsMails, ...values }) => {
      if (!buyer.store()) return
      setProblem(null)
      try {
        const answer = await call(registerEndpoint, {
          body: { ...values, type: 'enroll', ...(wantsMails ? { unfinished_mails: true } : {}) },
        })
        const access = answer.access ?? tokenOf(answer)
        if (!access || !answer.refresh) throw new Error('no session came with the registration')
        logIn({
          access,
          refresh: answer.refresh,
          user: answer.user ?? { full_name: values.full_name, email: values.email },
        })
        onDone()
      } catch (error) {
        showErrors(error)
        const text = problemText(error)
        toast.form('error', text)
        setProblem({ text, known: isEndpointError(error, 409) })
      }
    },
    (invalid) => toast.form('error', firstMessage(invalid)),
  )
  const logInInstead = (
    <Link
      to={loginPath}
      // The login form shows this address.
      onClick={() => getValues('email') && store('emailForOtp', getValues('email').trim().toLowerCase())}
      className="inline-flex min-h-6 items-center font-semibold underline"
    >
      Log in instead
    </Link>
  )
  return (
    <Dialog
      open
      onClose={() => {
        // Stays open while submitting: the answer opens checkout or is shown here.
        if (!isSubmitting) onClose()
      }}
      title="Your details"
      description="We need them for your place in the batch and your receipt."
      focusFirst={first}
    >
      <form
        ref={(form) => {
          first.current = form?.querySelector('input') ?? null
        }}
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Register and pay"
        className="space-y-4 [&_:is(a,input,select,textarea,button)]:scroll-mb-24 sm:[&_:is(a,input,select,textarea)]:scroll-mb-88"
      >
        {choice ? (
          <div className="rounded-md bg-sunken p-3.5">
            <OrderItem choice={choice} size="sm" />
          </div>
        ) : null}
        {linkPrice === undefined || problem ? null : (
          <p className="text-sm">This link is for one person. Already have an account? {logInInstead}</p>
        )}
        <AccountFields register={register} errors={errors} />
        <BuyerFields buyer={buyer} />
        {choice ? <CouponField coupon={coupon} /> : null}
        {plans && linkPrice === undefined ? <plans.Choice plans={plans} /> : null}
        {problem ? (
          <Notice tone="bad" title={problem.text}>
            {problem.known ? <p>{logInInstead}. Your batch stays chosen.</p> : null}
          </Notice>
        ) : linkPrice === undefined ? (
          <p className="text-sm text-muted">Already have an account? {logInInstead}</p>
        ) : null}
        {choice ? <RefundLine /> : null}
        {/*
          What is paid and the button are always in sight: on a phone in a bar of one line, on a desk with the whole price where
          the window is high enough. Fields and links with the focus stay clear of them.
        */}
        <div className="max-sm:contents max-sm:[&>*]:mt-4 sm:sticky sm:-bottom-(--dialog-padding) sm:-mx-(--dialog-padding) sm:-mb-(--dialog-padding) sm:space-y-4 sm:border-t sm:border-line sm:bg-surface sm:px-(--dialog-padding) sm:pt-4 sm:pb-(--dialog-padding) [@media(max-height:50rem)]:static">
          <Consent to="account" />
          {choice && !coupon.price?.coupon ? (
            <PriceLines
              choice={choice}
              started={linkPrice}
              label={linkPrice === undefined ? 'Total fee' : 'Total fee with your link'}
            />
          ) : null}
          {plan ? (
            <p className="figures flex flex-wrap justify-between gap-x-6 font-semibold">
              Today, part 1 of {plan.parts.length}
              <span>{formatRupees((plan.parts[0]?.paise ?? 0) / 100)}</span>
            </p>
          ) : null}
          <div className="max-sm:contents max-sm:[&>*]:mt-4 sm:flex sm:justify-end sm:gap-3">
            <Button size="lg" className="max-sm:w-full" onClick={onCancel} disabled={isSubmitting}>
              Cancel
            </Button>
            <div className="flex items-center justify-between gap-4 max-sm:sticky max-sm:-bottom-(--dialog-padding) max-sm:-mx-(--dialog-padding) max-sm:-mb-(--dialog-padding) max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-(--dialog-padding) max-sm:py-3">
              {choice ? (
                <p aria-hidden="true" className="figures text-lg font-bold sm:hidden">
                  {formatRupees(
                    plan
                      ? (plan.parts[0]?.paise ?? 0) / 100
                      : coupon.price
                        ? coupon.price.total_paise / 100
                        : (linkPrice ?? choice.course.amount),
                  )}
                </p>
              ) : null}
              <Button
                variant="primary"
                type="submit"
                size="lg"
                className="max-sm:flex-1"
                pending={isSubmitting && 'Registering…'}
              >
                Confirm & Pay
              </Button>
            </div>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return withConnectionError(unanswered, error)
  return error.status === 500 ? phoneUsed : (errorMessage(error, 'message') ?? failed)
}

/** SPEC allows `token` in place of `access`. */
function tokenOf(answer: object): string | undefined {
  return 'token' in answer && typeof answer.token === 'string' ? answer.token : undefined
}
