import type { FieldValues } from 'react-hook-form'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { DayInput, useDay } from '#console/kit/dates/day-input.tsx'
import { TimeInput, useTime } from '#console/kit/dates/time-input.tsx'
import { type Common, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

interface Props<Values extends FieldValues> extends Common<Values> {
  min?: string
  max?: string
}

/** A day, kept as `YYYY-MM-DD`. */
export function DateField<Values extends FieldValues = never>({ name, label, hint, required = false, min, max }: Props<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  const day = useDay({ value: value ?? '', onChange: (next) => set(next || null), error, min, max })
  return (
    <Frame id={id} label={shown} hint={hint} error={day.error} optional={!required}>
      <DayInput
        {...describedBy(id, day.error, hint)}
        day={day}
        ref={ref}
        id={id}
        required={required}
        onBlur={onBlur}
        className={inputClass}
      />
    </Frame>
  )
}

/** A time of day in India, kept as `HH:MM`. */
export function TimeField<Values extends FieldValues = never>({
  name,
  label,
  hint = 'Indian time',
  required = false,
}: Common<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  const time = useTime({ value: value ?? '', onChange: (next) => set(next || null), error })
  return (
    <Frame id={id} label={shown} hint={hint} error={time.error} optional={!required}>
      <TimeInput
        {...describedBy(id, time.error, hint)}
        time={time}
        ref={ref}
        id={id}
        required={required}
        onBlur={onBlur}
        className={inputClass}
      />
    </Frame>
  )
}
