import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { actReason, offlineMethods } from '#contract/money/staff/approvals.ts'
import type { Place } from '#contract/money/staff/hand-enrolments.ts'
import { schoolDay } from '#contract/filters.ts'
import { takeOfflinePayment } from '#contract/money/staff/offline-payments.ts'
import { cashLimitPaise, offlineDays } from '#contract/staff-rules.ts'
import { line } from '#contract/fields.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { addDays, today } from '#ui/days.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { receiverReference } from '#console/kit/fields/references.ts'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import type { OfflineMethod } from '#contract/money/staff/approvals.ts'
import { Consequence, SecondPerson } from './parts.tsx'
import { blankPlace, type ChosenPlace, PlaceForm, placeShape, type PlaceValues, usePlaceOf } from './place-form.tsx'
import { type ChosenStudent, lacksOfStudent, pathOfStudent, sentStudent, useStudentName } from './student-fields.tsx'
import { type Lack, useActForm, useMoneyRefresh } from './use-act-form.ts'
import { methodChoices, needsSecondPerson, referenceHint, refusalTexts } from './dialog-texts.ts'

interface Values extends PlaceValues {
  method: OfflineMethod | null
  reference: string
  received_on: string | null
  received_by: number | null
  has_discount: boolean
  discount_paise: number | null
  /** The price less the discount. Each of the two fields fills in the other. */
  agreed_paise: number | null
  discount_reason: string
}

const schema = z.object({
  ...placeShape,
  method: z.enum(offlineMethods, 'Please choose how it was paid.'),
  reference: line(60, 'Please give the reference.'),
  received_on: schoolDay,
  received_by: z.int('Please choose who received it.'),
  has_discount: z.boolean(),
  discount_paise: z.int().nullable(),
  agreed_paise: z.int().nullable(),
  discount_reason: z.string(),
})

interface Props extends ChosenPlace {
  onClose: () => void
}

/** Records money that the school has received: who, for what, how, and what happens then. */
export function OfflinePaymentDialog({ onClose, ...chosen }: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={chosen.student ? `Take a payment of ${chosen.student.name}` : 'Take a payment'}
      description="For money that has reached the school by UPI, transfer, cash or cheque."
    >
      <PaymentForm chosen={chosen} onClose={onClose} />
    </Dialog>
  )
}

function PaymentForm({ chosen, onClose }: { chosen: ChosenPlace; onClose: () => void }) {
  const { staff } = useAccess()
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema,
    lacks: (values): Lack[] => [...lacksOfStudent(values), ...lacksOfDiscount(values, place.data)],
    blank: {
      ...blankPlace(chosen),
      method: null,
      reference: '',
      received_on: today(),
      received_by: staff.id,
      has_discount: false,
      discount_paise: null,
      agreed_paise: null,
      discount_reason: '',
    },
    pathOf: (name) => fieldsOfDiscount[name] ?? pathOfStudent(name),
    async send(key, values) {
      const { batch_id: batch, method, reference, received_on, received_by } = values
      if (!place.data || batch === null || method === null || received_on === null || received_by === null) return
      const paise = discountOf(values)
      const amount_paise = place.data.amount_paise - paise
      const discount = paise > 0 ? { paise, reason: values.discount_reason } : null
      const sent = sentStudent(values)
      const body = { key, ...sent, batch_id: batch, method, reference, amount_paise, discount, received_on, received_by }
      const done = await call(takeOfflinePayment, { body })
      onClose()
      if (done.state === 'waiting') notify(`${formatPaise(amount_paise)} of ${done.student} waits for a second person.`)
      else if (method === 'cheque') notify(`The cheque is recorded. ${done.student} is enrolled when it clears.`)
      else notify(`${done.student} is enrolled. The receipt is on its way.`)
      await refresh()
    },
  })
  const [who, student_id, batch_id, method, hasDiscount, typed] = useWatch({
    control: act.form.control,
    name: ['who', 'student_id', 'batch_id', 'method', 'has_discount', 'discount_paise'],
  })
  const place = usePlaceOf({ who, student_id, batch_id })
  const discount = discountOf({ has_discount: hasDiscount, discount_paise: typed })
  useLinkedPrice(act.form, place.data?.amount_paise)
  return (
    <PlaceForm
      act={act}
      chosen={chosen}
      place={place}
      amount="price"
      discount={discount}
      consequence={place.data && <WhatHappens place={place.data} discount={discount} method={method} student={chosen.student} />}
      submit={{
        label: place.data ? labelOf(place.data, discount, method) : 'Record payment',
        running: 'Recording…',
        disabled: place.data !== undefined && isTooMuchCash(place.data.amount_paise - discount, method),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField<Values> name="method" label="Paid by" options={methodChoices} required />
        <TextField<Values> name="reference" label="Reference" required maxLength={60} hint={referenceHint(method)} />
        <DateField<Values> name="received_on" label="Received on" required min={addDays(today(), -offlineDays)} max={today()} />
        <ReferenceField<Values> name="received_by" label="Received by" to={receiverReference} required />
      </div>
      <SwitchField<Values> name="has_discount" label="Less than the price was agreed" />
      {hasDiscount ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <MoneyField<Values> name="discount_paise" label="Discount" required />
            <MoneyField<Values> name="agreed_paise" label="Or the price agreed" required />
          </div>
          <TextField<Values> name="discount_reason" label="Why" required maxLength={500} hint="For staff only." />
        </>
      ) : null}
    </PlaceForm>
  )
}

/** Keeps discount and agreed price in line with the price, whichever of the two is typed. */
function useLinkedPrice(form: UseFormReturn<Values>, price: number | undefined): void {
  useEffect(() => {
    if (price === undefined) return
    const link = (from: 'discount_paise' | 'agreed_paise', to: 'discount_paise' | 'agreed_paise') => {
      const typed = form.getValues(from)
      const other = typed === null || !Number.isFinite(typed) ? null : price - typed
      if (form.getValues(to) !== other) form.setValue(to, other, { shouldValidate: form.formState.isSubmitted })
    }
    link('discount_paise', 'agreed_paise')
    const { unsubscribe } = form.watch((_, { name }) => {
      if (name === 'discount_paise') link('discount_paise', 'agreed_paise')
      if (name === 'agreed_paise') link('agreed_paise', 'discount_paise')
    })
    return unsubscribe
  }, [form, price])
}

const fieldsOfDiscount: Readonly<Record<string, string>> = {
  'discount.paise': 'discount_paise',
  'discount.reason': 'discount_reason',
}

const discountOf = (values: Pick<Values, 'has_discount' | 'discount_paise'>): number =>
  values.has_discount && Number.isFinite(values.discount_paise) ? (values.discount_paise ?? 0) : 0

function lacksOfDiscount(values: Values, place: Place | undefined): Lack[] {
  if (!values.has_discount) return []
  const most = (place?.amount_paise ?? 0) - 100
  const amount = discountOf(values)
  return [
    ...(amount < 100 ? [['discount_paise', 'A discount is ₹1 or more.'] as const] : []),
    ...(amount > most
      ? [['discount_paise', `At most ${formatPaise(most)}. A free place is given without a payment.`] as const]
      : []),
    ...(actReason.safeParse(values.discount_reason).success ? [] : [['discount_reason', 'Please say why.'] as const]),
  ]
}

const isTooMuchCash = (paise: number, method: OfflineMethod | null) => method === 'cash' && paise >= cashLimitPaise

function labelOf(place: Place, discount: number, method: OfflineMethod | null): string {
  const amount = formatPaise(Math.max(0, place.amount_paise - discount))
  if (needsSecondPerson(place, place.amount_paise)) return `Ask for approval of ${amount}`
  return method === 'cheque' ? `Record cheque of ${amount}` : `Record ${amount} and enrol`
}

interface WhatHappensProps {
  place: Place
  discount: number
  method: OfflineMethod | null
  student: ChosenStudent | undefined
}

function WhatHappens({ place, discount, method, student }: WhatHappensProps) {
  const name = useStudentName(student)
  if (place.refusal) return <Consequence tone="refused">{refusalTexts[place.refusal]} Do not take the money.</Consequence>
  if (isTooMuchCash(place.amount_paise - discount, method)) {
    return (
      <Consequence tone="refused">
        Cash of {formatPaise(cashLimitPaise)} or more from one person is not allowed (section 269ST). Ask for a transfer.
      </Consequence>
    )
  }
  if (needsSecondPerson(place, place.amount_paise)) {
    return (
      <SecondPerson given={place} paise={place.amount_paise}>
        {capital(name)} is enrolled {method === 'cheque' ? 'when it is approved and the cheque clears' : 'when it is approved'}.
        {method === 'cheque' ? 'No seat is held until it is approved.' : 'No seat is held until then.'} If it is declined, the
        money goes back.
        {discount > 0 ? ' The price before the discount counts.' : ''}
      </SecondPerson>
    )
  }
  return (
    <Consequence>
      {method === 'cheque'
        ? `${capital(name)} is enrolled and gets the receipt when the cheque clears. ${holdOf(place)}`
        : `${capital(name)} is enrolled at once and gets the receipt by mail.`}
    </Consequence>
  )
}

function holdOf({ cheque_hold_days: days }: Place): string {
  if (days === 0) return 'No seat is held until then.'
  return `A seat is held until then, for ${countOf(days, 'day')} at most.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
