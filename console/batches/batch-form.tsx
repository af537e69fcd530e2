import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { BatchRecord } from '#contract/staff/batches.ts'
import { weekdayNames, weekdayOf } from '#ui/days.ts'
import { useCalendars } from '../calendar/use-calendars.ts'
import { courseReference, instructorReference } from '../fields/references.ts'
import { DateField, TimeField } from '../fields/date-field.tsx'
import { GroupFrame } from '../fields/frame.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { ReferenceField } from '../fields/reference-field.tsx'
import { Pair, Section } from '../fields/section.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { TextField, UrlField } from '../fields/text-field.tsx'
import { useField } from '../fields/use-field.ts'

export function BatchForm({ record }: { record: BatchRecord | null }) {
  return (
    <>
      <Section title="Batch">
        <ReferenceField name="course_id" to={courseReference} required />
        <ReferenceField name="instructor_id" to={instructorReference} required />
        <Pair>
          <TextField name="mode_of_training" required maxLength={60} />
          <TextField name="batch_type" required maxLength={60} hint="Such as Weekday evening or Weekend." />
        </Pair>
        <Pair>
          <NumberField name="capacity" hint="Empty: unlimited." />
          <UrlField name="classroom_url" hint="Students join their classes with it." />
        </Pair>
      </Section>
      <Section
        title="Days"
        text={record ? 'Classes that are over or were edited by hand stay as they are.' : 'The classes follow from these.'}
      >
        <Pair>
          <FirstDay isNew={record === null} />
          <TimeField name="clock" required />
        </Pair>
        <Weekdays />
        <Pair>
          <NumberField name="minutes" required after="minutes" />
          <CalendarField />
        </Pair>
        <End />
      </Section>
    </>
  )
}

/** The first day of a new batch is a class day, so its weekday is chosen with it. */
function FirstDay({ isNew }: { isNew: boolean }) {
  const { getValues, setValue } = useFormContext()
  const day: unknown = useWatch({ name: 'first_day' })
  useEffect(() => {
    const weekdays: unknown = getValues('weekdays')
    if (!isNew || typeof day !== 'string' || !Array.isArray(weekdays) || weekdays.length > 0) return
    setValue('weekdays', [weekdayOf(day)], { shouldDirty: true })
  }, [isNew, day, getValues, setValue])
  return <DateField name="first_day" required min="2000-01-01" max="2099-12-31" />
}

/** The weekdays as a row of toggles. */
function Weekdays() {
  const { id, value, set, ref, onBlur, error } = useField<number[] | null>('weekdays')
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
  const { setValue, clearErrors } = useFormContext()
  const [count, lastDay]: unknown[] = useWatch({ name: ['class_count', 'last_day'] })
  const { id, error } = useField('class_count')
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
        {byDay ? <DateField name="last_day" required /> : <NumberField name="class_count" required after="classes" />}
      </div>
    </GroupFrame>
  )
}

function CalendarField() {
  const chosen: unknown = useWatch({ name: 'calendar' })
  const names = useCalendars(typeof chosen === 'string' ? chosen : null)
  return (
    <SelectField
      name="calendar"
      label="Calendar of holidays"
      placeholder="None: holidays do not matter"
      options={names.map((name) => ({ value: name, label: name }))}
      hint="Days of this calendar are skipped."
    />
  )
}
