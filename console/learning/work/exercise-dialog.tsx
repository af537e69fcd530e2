import { useState } from 'react'
import { type ExerciseRecord, exercises } from '#contract/learning/staff/work.ts'
import { isDay } from '#console/kit/dates/day-text.ts'
import { isTime } from '#console/kit/dates/time-text.ts'
import { addDays, clockOf, dayOf, instantOf } from '#ui/days.ts'
import { currentOf } from '#console/kit/api/error-text.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { PlainDateField, PlainTimeField } from '#console/kit/fields/plain-date-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'

export interface ClassOfExercise {
  id: number
  topic: string
  number: number | null
  total: number
  starts_at: string
}

interface Props {
  session: ClassOfExercise
  /** What is changed; null for a new one. */
  exercise: ExerciseRecord | null
  onClose: () => void
}

/** A new exercise is due at the end of the day, one week after its class. */
const usualDays = 7
const endOfDay = '23:59'

/** Writes an exercise of a class, or changes or deletes one. */
export function ExerciseDialog({ session, exercise, onClose }: Props) {
  const { create, change, act, forget } = useChanges(exercises)
  // What somebody else has saved meanwhile. The next save is based on it.
  const [current, setCurrent] = useState<ExerciseRecord | null>(null)
  const base = current ?? exercise
  const [day, setDay] = useState(() => (exercise ? dayOf(exercise.due_at) : addDays(dayOf(session.starts_at), usualDays)))
  const [clock, setClock] = useState(() => (exercise ? clockOf(exercise.due_at) : endOfDay))
  const { busy, error, fields, onSubmit } = useSubmit(async (form) => {
    const words = {
      title: textOf(form, 'title'),
      text: textOf(form, 'text'),
      link: textOf(form, 'link') || null,
      // A day that is missing is the schema's to refuse.
      due_at: isDay(day) && isTime(clock) ? instantOf(day, clock) : '',
    }
    try {
      if (base) await change(base, words)
      else await create({ session_id: session.id, ...words })
    } catch (failure) {
      const latest = currentOf(failure, exercises.record)
      if (latest) setCurrent(latest)
      throw failure
    } finally {
      await forget()
    }
    notify(base ? 'The exercise is saved.' : 'The exercise is added. Students see it in their room.')
    onClose()
  })
  const remove = async () => {
    if (!base) return
    const question = {
      title: `Delete “${base.title}”?`,
      text: 'Students do not see it any more.',
      action: 'Delete exercise',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await act(base, 'remove')
      notify('The exercise is deleted.')
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      await forget()
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={exercise ? 'Edit the exercise' : 'Add an exercise'}
      description={`${classTitle(session)}${session.topic ? `: ${session.topic}` : ''}`}
    >
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        {current ? (
          <p role="status" className="rounded-md bg-signal-soft px-3 py-2">
            Somebody else has saved it as “{current.title}”. Save again to replace that.
          </p>
        ) : null}
        <Field label="Title" name="title" maxLength={160} required defaultValue={exercise?.title ?? ''} error={fields['title']} />
        <Textarea
          label="What to do"
          name="text"
          maxLength={10_000}
          defaultValue={exercise?.text ?? ''}
          error={fields['text']}
          hint="Web addresses become links."
        />
        <Field
          label="Link"
          name="link"
          type="url"
          inputMode="url"
          spellCheck={false}
          defaultValue={exercise?.link ?? ''}
          error={fields['link']}
          hint="Optional, such as a repository to begin with."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <PlainDateField
            label="Due on"
            required
            value={day}
            onChange={setDay}
            error={isTime(clock) ? fields['due_at'] : undefined}
          />
          <PlainTimeField
            label="Due at"
            required
            value={clock}
            onChange={setClock}
            error={isTime(clock) ? undefined : fields['due_at']}
            hint="Indian time. Late work is taken and says so."
          />
        </div>
        <DialogActions>
          {base && base.handed_in === 0 ? (
            <Button variant="quiet" className="mr-auto" onClick={() => remove()}>
              Delete
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={busy && (exercise ? 'Saving…' : 'Adding…')}>
            {exercise ? 'Save' : 'Add exercise'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
