import { useId } from 'react'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'
import { DayInput, useDay } from '#console/kit/dates/day-input.tsx'
import { TimeInput, useTime } from '#console/kit/dates/time-input.tsx'

interface Props {
  label: string
  hint?: string
  error?: string | undefined
  required?: boolean
  value: string
  onChange: (value: string) => void
}

/** A day outside of a record's form: `YYYY-MM-DD`, or what was typed where it is no day. */
export function PlainDateField({ label, hint, required = false, ...rest }: Props & { min?: string; max?: string }) {
  const id = useId()
  const day = useDay(rest)
  return (
    <Frame id={id} label={label} hint={hint} error={day.error}>
      <DayInput {...describedBy(id, day.error, hint)} day={day} id={id} required={required} className={inputClass} />
    </Frame>
  )
}

/** A time of day outside of a record's form: `HH:MM`, or what was typed where it is no time. */
export function PlainTimeField({ label, hint, required = false, ...rest }: Props) {
  const id = useId()
  const time = useTime(rest)
  return (
    <Frame id={id} label={label} hint={hint} error={time.error}>
      <TimeInput {...describedBy(id, time.error, hint)} time={time} id={id} required={required} className={inputClass} />
    </Frame>
  )
}
