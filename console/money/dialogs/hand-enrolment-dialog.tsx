import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { actReason } from '#contract/money/staff/approvals.ts'
import { endHandEnrolment, enrolByHand, type Place } from '#contract/money/staff/hand-enrolments.ts'
import { call } from '#console/kit/api/client.ts'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { Consequence, SecondPerson } from './parts.tsx'
import { blankPlace, type ChosenPlace, PlaceForm, placeShape, type PlaceValues, usePlaceOf } from './place-form.tsx'
import { type ChosenStudent, lacksOfStudent, pathOfStudent, sentStudent, useStudentName } from './student-fields.tsx'
import { useActForm, useMoneyRefresh } from './use-act-form.ts'
import { needsSecondPerson, refusalTexts } from './dialog-texts.ts'

interface Values extends PlaceValues {
  reason: string
}

const schema = z.object({ ...placeShape, reason: actReason })

interface Props extends ChosenPlace {
  onClose: () => void
}

/** Gives a place without a payment, such as a scholarship. It can be undone by ending the place. */
export function HandEnrolmentDialog({ onClose, ...chosen }: Props) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={chosen.student ? `Enrol ${chosen.student.name} without payment` : 'Enrol without payment'}
      description="For a scholarship, staff, or a repeated course. No receipt is issued."
    >
      <EnrolmentForm chosen={chosen} onClose={onClose} />
    </Dialog>
  )
}

function EnrolmentForm({ chosen, onClose }: { chosen: ChosenPlace; onClose: () => void }) {
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema,
    lacks: lacksOfStudent,
    blank: { ...blankPlace(chosen), reason: '' },
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
  const [who, student_id, batch_id] = useWatch({ control: act.form.control, name: ['who', 'student_id', 'batch_id'] })
  const place = usePlaceOf({ who, student_id, batch_id })
  const waits = place.data !== undefined && needsSecondPerson(place.data, place.data.list_price_paise)
  return (
    <PlaceForm
      act={act}
      chosen={chosen}
      place={place}
      amount="list"
      consequence={place.data && <WhatHappens place={place.data} student={chosen.student} />}
      submit={{ label: waits ? 'Ask for approval' : 'Enrol without payment', running: 'Enrolling…' }}
      onClose={onClose}
    >
      <TextareaField<Values> name="reason" label="Reason" required hint="For staff only. It stays with the enrolment." />
    </PlaceForm>
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
