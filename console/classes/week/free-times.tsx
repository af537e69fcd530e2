import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { sessions } from '#contract/classes/staff/sessions.ts'
import { type ClassOfWeek, teachingHours } from '#contract/classes/staff/week.ts'
import { timeText } from '#console/kit/dates/time-text.ts'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { batchReference, instructorReference } from '#console/kit/fields/references.ts'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useRecord } from '#console/kit/resource/calls.ts'
import { Button } from '#ui/button.tsx'
import { Field, Frame, inputClass } from '#ui/field.tsx'
import { errorText } from '#console/kit/api/error-text.ts'
import { type Finding, findingFor } from '#console/kit/calendar/finding.ts'

interface Values {
  instructor: number | null
  batch: number | null
}

interface Props {
  finding: Finding
  /** Classes of the shown week, of which one may be chosen. */
  classes: readonly ClassOfWeek[]
  /** How many free times the shown week has; null while none is asked for. */
  count: number | null
  error: unknown
  mayMove: boolean
  onChange: (finding: Finding | null) => void
}

/** Asks whose free times the calendar shows, and which class would move. */
export function FreeTimesForm({ finding, classes, count, error, mayMove, onChange }: Props) {
  const { instructor, batch, minutes, session } = finding
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.querySelector('input')?.focus(), [])
  const form = useForm<Values>({ values: { instructor, batch } })
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const next = { instructor: values.instructor ?? null, batch: values.batch ?? null }
        if (next.instructor !== instructor || next.batch !== batch) onChange({ ...finding, ...next })
      },
    }),
  )
  const movable = classes.filter(
    (one) =>
      one.state === 'scheduled' &&
      (instructor === null || one.instructor_id === instructor) &&
      (batch === null || one.batch_id === batch),
  )
  const choose = (id: number | null) => {
    const chosen = classes.find((one) => one.id === id)
    onChange(chosen ? findingFor(chosen) : { ...finding, session: null })
  }
  return (
    <section ref={section} aria-label="Free times" className="relative border-b border-line bg-sunken/50 px-4 py-3 sm:px-6">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_6rem_1.4fr_auto]">
        <FormProvider {...form}>
          <ReferenceField<Values> name="instructor" label="Instructor" to={instructorReference} required />
          <ReferenceField<Values> name="batch" label="Batch" to={batchReference} />
        </FormProvider>
        <Field
          label="Minutes"
          inputMode="numeric"
          maxLength={3}
          defaultValue={String(minutes)}
          key={minutes}
          onBlur={({ target }) => {
            const next = Number(target.value)
            if (/^\d+$/.test(target.value) && next >= 15 && next <= 600) onChange({ ...finding, minutes: next })
            else target.value = String(minutes)
          }}
          className="figures"
        />
        {mayMove ? (
          <Frame id="class-to-move" label="Class to move" hint={undefined} error={undefined}>
            <select
              id="class-to-move"
              value={session ?? ''}
              onChange={({ target }) => choose(Number(target.value) || null)}
              className={inputClass}
            >
              <option value="">None</option>
              {session !== null && !movable.some(({ id }) => id === session) ? <OtherClass id={session} /> : null}
              {movable.map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOfClass(one)}
                </option>
              ))}
            </select>
          </Frame>
        ) : null}
        <Button
          variant="quiet"
          size="square"
          aria-label="Close free times"
          className="max-xl:absolute max-xl:top-1.5 max-xl:right-3 xl:mt-6.5"
          onClick={() => onChange(null)}
        >
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <p role="status" className="mt-2 text-muted">
        {instructor === null
          ? 'Choose an instructor, or a class to move.'
          : error
            ? errorText(error)
            : count === null
              ? 'Searching…'
              : count === 0
                ? `Nothing is free between ${timeText(teachingHours.from)} and ${timeText(teachingHours.to)}. Look at the next week.`
                : `Free between ${timeText(teachingHours.from)} and ${timeText(teachingHours.to)} is marked below.${mayMove ? (session === null ? ' Choose the class to move, then a time.' : ' Choose a time to see what the move changes.') : ''}`}
      </p>
    </section>
  )
}

const nameOfClass = ({ starts_at: at, batch_id: id, course }: Pick<ClassOfWeek, 'starts_at' | 'batch_id' | 'course'>) =>
  `${formatMoment(at)}: ${nameOfBatch({ id, course })}`

/** The class to move, when it is in another week. */
function OtherClass({ id }: { id: number }) {
  const { data } = useRecord(sessions, id)
  return <option value={id}>{data ? nameOfClass(data) : `Class ${id}`}</option>
}
