import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { actReason, offlineMethods } from '#contract/money/staff/approvals.ts'
import { schoolDay } from '#contract/filters.ts'
import { type Refundable, readRefundable, refundPayment } from '#contract/money/staff/refunds.ts'
import { refundTime } from '#contract/rules.ts'
import { line } from '#contract/fields.ts'
import { call } from '#console/kit/api/client.ts'
import { today } from '#ui/days.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import type { OfflineMethod } from '#contract/money/staff/approvals.ts'
import { Consequence, SecondPerson, Summary, SummaryRow } from './parts.tsx'
import { type Lack, useActForm, useMoneyRefresh } from './use-act-form.ts'
import { methodChoices, needsSecondPerson, payBackHint, referenceHint } from './dialog-texts.ts'

interface Values {
  amount_paise: number | null
  reason: string
  keeps_access: boolean
  answers_request: boolean
  /** For an offline payment: it was paid back already. */
  is_paid_back: boolean
  method: OfflineMethod | null
  reference: string
  paid_on: string | null
}

const schemaOf = (payment: Refundable) =>
  z.object({
    amount_paise: z
      .int('Please give an amount.')
      .min(100, 'A refund is ₹1 or more.')
      .max(payment.refundable_paise, `${formatPaise(payment.refundable_paise)} can be refunded at most.`),
    reason: actReason,
    keeps_access: z.boolean(),
    answers_request: z.boolean(),
    is_paid_back: z.boolean(),
    method: z.enum(offlineMethods).nullable(),
    reference: z.string(),
    paid_on: schoolDay.nullable(),
  })

function lacksOf({ is_paid_back: isPaidBack, method, reference, paid_on: paidOn }: Values): Lack[] {
  if (!isPaidBack) return []
  return [
    ...(method === null ? [['method', 'Please choose how it was paid back.'] as const] : []),
    ...(line(60).safeParse(reference).success ? [] : [['reference', 'Please give the reference.'] as const]),
    ...(paidOn === null ? [['paid_on', 'Please choose a day.'] as const] : []),
  ]
}

/** Refunds a payment: how much, why, and what it means for the student's place. */
export function RefundDialog({ paymentId, onClose }: { paymentId: number; onClose: () => void }) {
  const asked = useQuery({
    queryKey: ['money', 'refundable', paymentId],
    queryFn: () => call(readRefundable, { params: { id: paymentId } }),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={asked.data ? `Refund ${asked.data.student}` : 'Refund'}
      description={asked.data?.course}
    >
      {asked.isError ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <SkeletonLines lines={6} />
      ) : asked.data.refundable_paise === 0 ? (
        <Empty text="Nothing of this payment is left to refund.">
          <Button onClick={onClose}>Close</Button>
        </Empty>
      ) : (
        <RefundForm payment={asked.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

function RefundForm({ payment, onClose }: { payment: Refundable; onClose: () => void }) {
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema: schemaOf(payment),
    lacks: lacksOf,
    whileTyping: true,
    blank: {
      amount_paise: payment.refundable_paise,
      reason: payment.request_reason?.slice(0, 500) ?? '',
      keeps_access: false,
      answers_request: payment.request_id !== null,
      is_paid_back: false,
      method: null,
      reference: '',
      paid_on: today(),
    },
    async send(key, values) {
      const { amount_paise, reason, keeps_access, method, reference, paid_on } = values
      const isPaidBack = mayBePaidBack(payment) && values.is_paid_back && !waits && method !== null && paid_on !== null
      const done = await call(refundPayment, {
        params: { id: payment.payment_id },
        body: {
          key,
          amount_paise,
          reason,
          keeps_access,
          request_id: values.answers_request ? payment.request_id : null,
          paid_back: isPaidBack ? { method, reference, paid_on } : null,
        },
      })
      onClose()
      notify(
        done.state === 'waiting'
          ? `The refund of ${formatPaise(done.amount_paise)} waits for a second person.`
          : `${formatPaise(done.amount_paise)} ${(payment.is_offline || payment.is_mixed) && !isPaidBack ? 'is to be paid back to' : 'goes back to'} ${done.student}.`,
      )
      await refresh()
    },
  })
  const [typed, keepsAccess, isPaidBack, method, answersRequest] = useWatch({
    control: act.form.control,
    name: ['amount_paise', 'keeps_access', 'is_paid_back', 'method', 'answers_request'],
  })
  // The form comes after the dialog, whose first control was its close button.
  useEffect(() => act.form.setFocus('amount_paise'), [act.form])
  const amount = typeof typed === 'number' && Number.isFinite(typed) ? typed : 0
  const isTooMuch = amount > payment.refundable_paise
  const isWhole = amount === payment.refundable_paise
  const endsAccess = isWhole && payment.has_place && !keepsAccess
  const waits = !isTooMuch && needsSecondPerson(payment, amount)
  return (
    <FormProvider {...act.form}>
      <form noValidate onSubmit={act.onSubmit}>
        <div className="grid gap-4">
          <Summary>
            <SummaryRow label="Paid">
              <span className="figures">{formatPaise(payment.amount_paise)}</span>
            </SummaryRow>
            {payment.refunded_paise > 0 ? (
              <SummaryRow label="Refunded already">
                <span className="figures">{formatPaise(payment.refunded_paise)}</span>
              </SummaryRow>
            ) : null}
            <SummaryRow label="Can be refunded">
              <span className="figures font-semibold">{formatPaise(payment.refundable_paise)}</span>
            </SummaryRow>
          </Summary>
          {payment.payments > 1 ? (
            <p className="text-sm text-muted">
              The place was paid with {payment.payments} payments. The last one goes back first.
            </p>
          ) : null}
          <MoneyField<Values> name="amount_paise" label="Amount" required />
          <TextareaField<Values>
            name="reason"
            label="Reason"
            required
            hint="For staff only. It does not stand on the refund note."
          />
          {payment.request_id === null ? null : (
            <SwitchField<Values> name="answers_request" label="Approve the student's request for a refund" />
          )}
          {isWhole && payment.has_place ? <SwitchField<Values> name="keeps_access" label="The student keeps the place" /> : null}
          {mayBePaidBack(payment) && !waits ? (
            <>
              <SwitchField<Values> name="is_paid_back" label="It has been paid back already" />
              {isPaidBack ? (
                <div className="grid gap-4 sm:grid-cols-2">
                  <SelectField<Values> name="method" label="Paid back by" options={methodChoices} required />
                  <DateField<Values> name="paid_on" label="Paid back on" required max={today()} />
                  <TextField<Values> name="reference" label="Reference" required maxLength={60} hint={referenceHint(method)} />
                </div>
              ) : null}
            </>
          ) : null}
          {waits ? (
            <SecondPerson given={payment} paise={amount}>
              Nothing changes until it is approved.
              {payment.is_offline || payment.is_mixed
                ? ` Pay ${payment.is_mixed ? 'back what was not paid online' : 'the money back'} after that, and record it under Refunds.`
                : ''}
            </SecondPerson>
          ) : null}
          {isTooMuch ? null : (
            <Consequence>
              <p>{consequenceOf(payment, { endsAccess, isWhole, isPaidBack: isPaidBack && !waits })}</p>
              {answersRequest && !isWhole ? (
                <p className="font-normal">
                  This part is the answer: the request is closed, and {payment.student} reads the amount and that the place stays.
                  Leave the switch off to keep the request open.
                </p>
              ) : null}
            </Consequence>
          )}
          <FormError>{act.error}</FormError>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={waits ? 'primary' : 'danger'}
            pending={act.running && 'Refunding…'}
            disabled={amount === 0 || isTooMuch}
          >
            {isTooMuch
              ? 'Refund'
              : waits
                ? `Ask to refund ${formatPaise(amount)}`
                : `Refund ${formatPaise(amount)}${endsAccess ? ' and end access' : ''}`}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}

/** What was paid with several payments is paid back one by one, under Refunds. */
const mayBePaidBack = ({ is_offline: isOffline, payments }: Refundable) => isOffline && payments === 1

function consequenceOf(
  payment: Refundable,
  { endsAccess, isWhole, isPaidBack }: { endsAccess: boolean; isWhole: boolean; isPaidBack: boolean },
): string {
  const { student, is_offline: isOffline, is_mixed: isMixed, has_place: hasPlace } = payment
  const money = isMixed
    ? `What was paid online goes back to the source within ${refundTime}. The rest stands under Refunds, payment by payment, until somebody has paid it back.`
    : !isOffline
      ? `The money goes back to the source within ${refundTime}.`
      : isPaidBack
        ? 'The refund note is issued at once.'
        : `${payBackHint(payment.paid_by)} It stands under Refunds until somebody has recorded that.`
  if (endsAccess) return `${student} loses the place in ${payment.course}, and the seat is free. ${money}`
  const place = hasPlace ? `${student} keeps the place${isWhole ? ' although everything is refunded' : ''}. ` : ''
  return `${place}${money}`
}
