import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { actReason } from '#contract/money/staff/approvals.ts'
import { endHandEnrolment, enrolByHand, type Place } from '#contract/money/staff/hand-enrolments.ts'
import { call } from '#console/kit/api/client.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { openBatchReference } from '#console/kit/fields/references.ts'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
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
import { needsSecondPerson, refusalTexts } from './dialog-texts.ts'

interface Values extends StudentValues {
  batch_id: number | null
  reason: string
}

const schema = z.object({
  who: z.enum(['account', 'new']),
  student_id: z.int().nullable(),
  new_student: z.object({ full_name: z.string(), email: z.string(), phone_number: z.string() }),
  batch_id: z.int('Please choose a batch.'),
  reason: actReason,
})

interface Props {
  /** Chosen by the page; the dialog asks otherwise. */
  batchId?: number
  student?: ChosenStudent
  onClose: () => void
}

/** Gives a place without a payment, such as a scholarship. It can be undone by ending the place. */
export function HandEnrolmentDialog({ batchId, student, onClose }: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={student ? `Enrol ${student.name} without payment` : 'Enrol without payment'}
      description="For a scholarship, staff, or a repeated course. No receipt is issued."
    >
      <EnrolmentForm batchId={batchId} student={student} onClose={onClose} />
    </Dialog>
  )
}

function EnrolmentForm({
  batchId,
  student,
  onClose,
}: {
  batchId: number | undefined
  student: ChosenStudent | undefined
  onClose: () => void
}) {
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema,
    lacks: lacksOfStudent,
    blank: { ...blankStudent(student), batch_id: batchId ?? null, reason: '' },
    pathOf: pathOfStudent,
    async send(key, { batch_id: batch, reason, ...who }) {
      if (batch === null) return
      const done = await call(enrolByHand, { body: { key, ...sentStudent(who), batch_id: batch, reason } })
      onClose()
      const { enrolment_id: id } = done
      if (id === null) notify(`The place of ${done.student} waits for a second person.`)
      else
        notify(`${done.student} is enrolled.`, async () => {
          await call(endHandEnrolment, { params: { id } })
          await refresh()
        })
      await refresh()
    },
  })
  const [who, studentId, batch] = useWatch({ control: act.form.control, name: ['who', 'student_id', 'batch_id'] })
  const place = usePlace(batch ?? null, who === 'account' ? (studentId ?? null) : null)
  const waits = place.data !== undefined && needsSecondPerson(place.data, place.data.list_price_paise)
  return (
    <FormProvider {...act.form}>
      <form noValidate onSubmit={act.onSubmit}>
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="grid content-start gap-4">
            <StudentFields student={student} />
            {batchId === undefined ? (
              <ReferenceField<Values> name="batch_id" label="Batch" to={openBatchReference} required />
            ) : null}
            <TextareaField<Values> name="reason" label="Reason" required hint="For staff only. It stays with the enrolment." />
          </div>
          <PlaceSummary query={place} amount="list" />
        </div>
        <div className="mt-5 grid gap-3">
          {place.data ? <WhatHappens place={place.data} student={student} /> : null}
          <FormError>{act.error}</FormError>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={act.running && 'Enrolling…'}
            disabled={!place.data || place.data.refusal !== null}
          >
            {waits ? 'Ask for approval' : 'Enrol without payment'}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}

function WhatHappens({ place, student }: { place: Place; student: ChosenStudent | undefined }) {
  const name = useStudentName(student)
  if (place.refusal) return <Consequence tone="refused">{refusalTexts[place.refusal]}</Consequence>
  if (needsSecondPerson(place, place.list_price_paise)) {
    return (
      <SecondPerson given={place} paise={place.list_price_paise}>
        The place counts by its list price. No seat is held until it is approved.
      </SecondPerson>
    )
  }
  return (
    <Consequence>
      {name.charAt(0).toUpperCase() + name.slice(1)} is enrolled at once, takes a seat, and gets a mail. Nothing is paid.
    </Consequence>
  )
}
