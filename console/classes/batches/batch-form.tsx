import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { BatchRecord, batches } from '#contract/classes/staff/batches.ts'
import { weekdayNames, weekdayOf } from '#ui/days.ts'
import { useCalendars, useMainCalendar } from '#console/kit/calendar/use-calendars.ts'
import { courseReference, instructorReference } from '#console/kit/fields/references.ts'
import { DateField, TimeField } from '#console/kit/fields/date-field.tsx'
import { GroupFrame } from '#console/kit/fields/frame.tsx'
import { NumberField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { TextField, UrlField } from '#console/kit/fields/text-field.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { Blank, FormValues } from '#console/kit/resource/screen.ts'
import { ClassroomField } from './classroom-field.tsx'

type Values = FormValues<typeof batches>

export function BatchForm({ record }: { record: BatchRecord | null }) {
  return (
    <>
      <Section title="Batch">
        <ReferenceField<Values> name="course_id" to={courseReference} required />
        <ReferenceField<Values> name="instructor_id" to={instructorReference} required />
        <Pair>
          <TextField<Values> name="mode_of_training" required maxLength={60} />
          <TextField<Values> name="batch_type" required maxLength={60} hint="Such as Weekday evening or Weekend." />
        </Pair>
        <Pair>
          <NumberField<Values> name="capacity" hint="Empty: unlimited." />
          <UrlField<Values> name="classroom_url" hint="Students join their classes with it." />
        </Pair>
        <ClassroomField isNew={record === null} />
      </Section>
      <Section
        title="Days"
        text={record ? 'Classes that are over or were edited by hand stay as they are.' : 'The classes follow from these.'}
      >
        <Pair>
          <FirstDay isNew={record === null} />
          <TimeField<Values> name="clock" required />
        </Pair>
        <Weekdays />
        <Pair>
          <NumberField<Values> name="minutes" required after="minutes" />
          <CalendarField isNew={record === null} />
        </Pair>
        <End />
      </Section>
    </>
  )
}

/** The first day of a new batch is a class day, so its weekday is chosen with it. */
function FirstDay({ isNew }: { isNew: boolean }) {
  const { control, getValues, setValue } = useFormContext<Blank<typeof batches>>()
  const day = useWatch({ control, name: 'first_day' })
  useEffect(() => {
    const weekdays = getValues('weekdays')
    if (!isNew || !day || weekdays === null || weekdays.length > 0) return
    setValue('weekdays', [weekdayOf(day)], { shouldDirty: true })
  }, [isNew, day, getValues, setValue])
  return <DateField<Values> name="first_day" required min="2000-01-01" max="2099-12-31" />
}

/** The weekdays as a row of toggles. */
function Weekdays() {
  const { id, value, set, ref, onBlur, error } = useField<number[] | null, Values>('weekdays')
  const chosen = value ?? []
  return (
    <GroupFrame id={id} label="Weekdays" error={error}>
      <div className="flex flex-wrap gap-1.5">
        {weekdayNames.map((name, index) => {
          const weekday = index + 1
          const isOn = chosen.includes(weekday)
          return (
            <button
              key={name}
              ref={index === 0 ? ref : undefined}
              type="button"
              aria-pressed={isOn}
              onBlur={onBlur}
              onClick={() =>
                set(isOn ? chosen.filter((day) => day !== weekday) : [...chosen, weekday].toSorted((one, other) => one - other))
              }
              className="h-9 min-w-11 rounded-md border border-edge bg-surface px-2 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent touch:h-11"
            >
              {name.slice(0, 3)}
            </button>
          )
        })}
      </div>
    </GroupFrame>
  )
}

/** A batch ends after a number of classes or on a day. Choosing one empties the other. */
function End() {
  const { control, setValue, clearErrors } = useFormContext<Blank<typeof batches>>()
  const [count, lastDay] = useWatch({ control, name: ['class_count', 'last_day'] })
  const { id, error } = useField<number | null, Values>('class_count')
  const [chosen, setChosen] = useState<'count' | 'day'>('count')
  const byDay = count === null && (Boolean(lastDay) || chosen === 'day')
  const choose = (next: 'count' | 'day') => {
    clearErrors(['class_count', 'last_day'])
    setValue('class_count', next === 'count' ? 24 : null, { shouldDirty: true })
    setValue('last_day', null, { shouldDirty: true })
    setChosen(next)
  }
  return (
    <GroupFrame id={`${id}-end`} label="Ends" error={byDay ? error : undefined}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <div className="grid gap-1">
          {(
            [
              ['count', 'After a number of classes'],
              ['day', 'On a day'],
            ] as const
          ).map(([kind, label]) => (
            <label key={kind} className="flex min-h-8 items-center gap-2 touch:min-h-11">
              <input
                type="radio"
                name={`${id}-end`}
                checked={byDay === (kind === 'day')}
                onChange={() => choose(kind)}
                className="size-4 accent-accent"
              />
              {label}
            </label>
          ))}
        </div>
        {byDay ? (
          <DateField<Values> name="last_day" required />
        ) : (
          <NumberField<Values> name="class_count" required after="classes" />
        )}
      </div>
    </GroupFrame>
  )
}

/** A new batch follows the school's calendar until somebody chooses another or none. */
function CalendarField({ isNew }: { isNew: boolean }) {
  const { control, getFieldState, setValue } = useFormContext<Blank<typeof batches>>()
  const chosen = useWatch({ control, name: 'calendar' })
  const names = useCalendars(chosen)
  const main = useMainCalendar()
  const isGiven = useRef(false)
  useEffect(() => {
    if (!isNew || main === null || isGiven.current) return
    isGiven.current = true
    if (!getFieldState('calendar').isDirty) setValue('calendar', main)
  }, [isNew, main, getFieldState, setValue])
  return (
    <SelectField<Values>
      name="calendar"
      label="Calendar of holidays"
      placeholder="None: holidays do not matter"
      options={names.map((name) => ({ value: name, label: name }))}
      hint="Days of this calendar are skipped."
    />
  )
}
