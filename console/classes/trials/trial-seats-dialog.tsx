import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessions } from '#contract/classes/staff/sessions.ts'
import { ownClasses, readTeachingDay } from '#contract/classes/staff/teaching.ts'
import { type ClassGuests, mostTrialSeats, readClassGuests, setTrialSeats } from '#contract/classes/staff/trials.ts'
import { call } from '#console/kit/api/client.ts'
import { currentOf } from '#console/kit/api/error-text.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'

export interface ClassOfGuests {
  id: number
  topic: string
  number: number | null
  total: number
}

interface Props {
  session: ClassOfGuests
  guests: ClassGuests
  onClose: () => void
}

/** Sets how many guests a class takes. */
export function TrialSeatsDialog({ session, guests, onClose }: Props) {
  const client = useQueryClient()
  // What somebody else has saved meanwhile. The next save is based on it.
  const [current, setCurrent] = useState<ClassGuests | null>(null)
  const base = current ?? guests
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const typed = textOf(form, 'seats')
    try {
      // What is no number is the schema's to refuse.
      const body = { seats: /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN }
      const { seats } = await call(setTrialSeats, { params: { id: session.id }, body, ifMatch: base.version })
      notify(
        seats === 0
          ? 'The class takes no more guests.'
          : `The class takes ${countOf(seats, 'guest')}. The page of the course says so.`,
      )
    } catch (failure) {
      const latest = currentOf(failure, readClassGuests.answers[200])
      if (latest) setCurrent(latest)
      throw failure
    } finally {
      const names = [readClassGuests.name, sessions.name, ownClasses.name, readTeachingDay.name]
      await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
    }
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Seats for guests"
      description={`${classTitle(session)}${session.topic ? `: ${session.topic}` : ''}`}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        {current ? (
          <p role="status" className="rounded-md bg-signal-soft px-3 py-2">
            Somebody else has saved the class, with {countOf(current.seats, 'seat')} for guests. Save again to replace that.
          </p>
        ) : null}
        <Field
          label="Seats"
          name="seats"
          type="number"
          inputMode="numeric"
          min={0}
          max={mostTrialSeats}
          required
          defaultValue={guests.seats}
          error={fields['seats']}
          hint="Visitors find the class on the page of its course and take a seat with a mailed code. 0 takes no more guests; who has a seat keeps it."
          className="figures"
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={busy && 'Saving…'}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
