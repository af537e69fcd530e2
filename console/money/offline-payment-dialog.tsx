import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { offlineMethods } from '#contract/staff/approvals.ts'
import type { Place } from '#contract/staff/hand-enrolments.ts'
import { schoolDay } from '#contract/staff/holidays.ts'
import { takeOfflinePayment } from '#contract/staff/offline-payments.ts'
import { cashLimitPaise, offlineDays } from '#contract/staff/rules.ts'
import { line } from '#contract/fields.ts'
import { useAccess } from '../access.ts'
import { call } from '../api/client.ts'
import { addDays, today } from '../calendar/days.ts'
import { DateField } from '../fields/date-field.tsx'
import { FormError } from '../fields/plain-field.tsx'
import { ReferenceField } from '../fields/reference-field.tsx'
import { openBatchReference, receiverReference } from '../fields/references.ts'
import { SelectField } from '../fields/select-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { formatPaise } from '../parts/money.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { notify } from '../parts/toasts.tsx'
import { Consequence, SecondPerson } from './parts.tsx'
import { PlaceSummary, usePlace } from './place-summary.tsx'
import {
  blankStudent,
  type ChosenStudent,
  lacksOfStudent,
  pathOfStudent,
  sentStudent,
  StudentFields,
  type StudentValues,
  useStudentName,
} from './student-fields.tsx'
import { useActForm, useMoneyRefresh } from './use-act-form.ts'
import { type Method, methodChoices, needsSecondPerson, referenceHint, refusalTexts } from './words.ts'

interface Values extends StudentValues {
  batch_id: number | null
  method: Method | null
  reference: string
  received_on: string | null
  received_by: number | null
}

const schema = z.object({
  who: z.enum(['account', 'new']),
  student_id: z.int().nullable(),
  new_student: z.object({ full_name: z.string(), email: z.string(), phone_number: z.string() }),
  batch_id: z.int('Please choose a batch.'),
  method: z.enum(offlineMethods, 'Please choose how it was paid.'),
  reference: line(60, 'Please give the reference.'),
  received_on: schoolDay,
  received_by: z.int('Please choose who received it.'),
})

interface Props {
  /** Chosen by the page; the dialog asks otherwise. */
  batchId?: number
  student?: ChosenStudent
  onClose: () => void
}

/** Records money that the school has received: who, for what, how, and what happens then. */
export function OfflinePaymentDialog({ batchId, student, onClose }: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={student ? `Take a payment of ${student.name}` : 'Take a payment'}
      description="For money that has reached the school by UPI, transfer, cash or cheque."
    >
      <PaymentForm batchId={batchId} student={student} onClose={onClose} />
    </Dialog>
  )
}

function PaymentForm({
  batchId,
  student,
  onClose,
}: {
  batchId: number | undefined
  student: ChosenStudent | undefined
  onClose: () => void
}) {
  const { staff } = useAccess()
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema,
    lacks: lacksOfStudent,
    blank: {
      ...blankStudent(student),
      batch_id: batchId ?? null,
      method: null,
      reference: '',
      received_on: today(),
      received_by: staff.id,
    },
    pathOf: pathOfStudent,
    async send(key, { batch_id: batch, method, reference, received_on, received_by, ...who }) {
      if (!place.data || batch === null || method === null || received_on === null || received_by === null) return
      const { amount_paise } = place.data
      const sent = sentStudent(who)
      const body = { key, ...sent, batch_id: batch, method, reference, amount_paise, received_on, received_by }
      const done = await call(takeOfflinePayment, { body })
      onClose()
      if (done.state === 'waiting') notify(`${formatPaise(amount_paise)} of ${done.student} waits for a second person.`)
      else if (method === 'cheque') notify(`The cheque is recorded. ${done.student} is enrolled when it clears.`)
      else notify(`${done.student} is enrolled. The receipt is on its way.`)
      await refresh()
    },
  })
  const [who, studentId, batch, method] = useWatch({
    control: act.form.control,
    name: ['who', 'student_id', 'batch_id', 'method'],
  })
  const place = usePlace(batch ?? null, who === 'account' ? (studentId ?? null) : null)
  const refusal = place.data?.refusal
  return (
    <FormProvider {...act.form}>
      <form noValidate onSubmit={act.onSubmit}>
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="grid content-start gap-4">
            <StudentFields student={student} />
            {batchId === undefined ? <ReferenceField name="batch_id" label="Batch" to={openBatchReference} required /> : null}
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField name="method" label="Paid by" options={methodChoices} required />
              <TextField name="reference" label="Reference" required maxLength={60} hint={referenceHint(method ?? null)} />
              <DateField name="received_on" label="Received on" required min={addDays(today(), -offlineDays)} max={today()} />
              <ReferenceField name="received_by" label="Received by" to={receiverReference} required />
            </div>
          </div>
          <PlaceSummary query={place} amount="price" />
        </div>
        <div className="mt-5 grid gap-3">
          {place.data ? <WhatHappens place={place.data} method={method ?? null} student={student} /> : null}
          <FormError>{act.error}</FormError>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={act.running && 'Recording…'}
            disabled={!place.data || refusal !== null || isTooMuchCash(place.data, method ?? null)}
          >
            {place.data ? labelOf(place.data, method ?? null) : 'Record payment'}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}

const isTooMuchCash = (place: Place, method: Method | null) => method === 'cash' && place.amount_paise >= cashLimitPaise

function labelOf(place: Place, method: Method | null): string {
  const amount = formatPaise(place.amount_paise)
  if (needsSecondPerson(place, place.amount_paise)) return `Ask for approval of ${amount}`
  return method === 'cheque' ? `Record cheque of ${amount}` : `Record ${amount} and enrol`
}

function WhatHappens({ place, method, student }: { place: Place; method: Method | null; student: ChosenStudent | undefined }) {
  const name = useStudentName(student)
  if (place.refusal) return <Consequence tone="refused">{refusalTexts[place.refusal]} Do not take the money.</Consequence>
  if (isTooMuchCash(place, method)) {
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
        No seat is held until then. If it is declined, the money goes back.
      </SecondPerson>
    )
  }
  return (
    <Consequence>
      {method === 'cheque'
        ? `${capital(name)} is enrolled and gets the receipt when the cheque clears. No seat is held until then.`
        : `${capital(name)} is enrolled at once and gets the receipt by mail.`}
    </Consequence>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
