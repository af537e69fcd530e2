import type { ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { openBatchReference } from '#console/kit/fields/references.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { PlaceSummary, usePlace } from './place-summary.tsx'
import { blankStudent, type ChosenStudent, StudentFields, type StudentValues } from './student-fields.tsx'
import type { useActForm } from './use-act-form.ts'

/** What the page has chosen. The form asks for the rest. */
export interface ChosenPlace {
  batchId?: number | undefined
  student?: ChosenStudent | undefined
}

export interface PlaceValues extends StudentValues {
  batch_id: number | null
}

export const placeShape = {
  who: z.enum(['account', 'new']),
  student_id: z.int().nullable(),
  new_student: z.object({ full_name: z.string(), email: z.string(), phone_number: z.string() }),
  batch_id: z.int('Please choose a batch.'),
}

export const blankPlace = ({ batchId, student }: ChosenPlace): PlaceValues => ({
  ...blankStudent(student),
  batch_id: batchId ?? null,
})

/** Price and seats of the place that the form names. */
export const usePlaceOf = ({ who, student_id, batch_id }: Pick<PlaceValues, 'who' | 'student_id' | 'batch_id'>) =>
  usePlace(batch_id, who === 'account' ? student_id : null)

interface Props<Values extends FieldValues> {
  act: Pick<ReturnType<typeof useActForm<Values>>, 'form' | 'onSubmit' | 'running' | 'error'>
  chosen: ChosenPlace
  place: ReturnType<typeof usePlace>
  amount: 'price' | 'list'
  /** What the desk takes off the price, in paise. */
  discount?: number
  /** What the act does, once the place is known. */
  consequence: ReactNode
  submit: { label: string; running: string; disabled?: boolean }
  onClose: () => void
  children: ReactNode
}

/** Who gets which place, what it costs, and what happens then. */
export function PlaceForm<Values extends FieldValues>(props: Props<Values>) {
  const { act, chosen, place, amount, discount = 0, consequence, submit, onClose, children } = props
  return (
    <FormProvider {...act.form}>
      <form noValidate onSubmit={act.onSubmit}>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_16rem] sm:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-4 sm:row-span-2">
            <StudentFields student={chosen.student} />
            {chosen.batchId === undefined ? (
              <ReferenceField<PlaceValues> name="batch_id" label="Batch" to={openBatchReference} required />
            ) : null}
            {children}
          </div>
          <PlaceSummary query={place} amount={amount} discount={discount} />
          {consequence ? <div className="sm:self-start">{consequence}</div> : null}
        </div>
        {act.error === null ? null : (
          <div className="mt-4">
            <FormError>{act.error}</FormError>
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={act.running && submit.running}
            disabled={!place.data || place.data.refusal !== null || submit.disabled}
          >
            {submit.label}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}
