import type { paymentLinks } from '#contract/money/staff/payment-links.ts'
import { DayInput, useDay } from '#console/kit/dates/day-input.tsx'
import { isDay } from '#console/kit/dates/day-text.ts'

import { useLabel } from '#console/kit/fields/frame.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { dayOf, instantOf } from '#ui/days.ts'
import { describedBy, Frame, inputClass } from '#ui/field.tsx'

const endOfDay = '23:59'
const hint = 'It works until 11:59 PM of this day in India.'

/** The last day of a link. It is kept as a moment. */
export function ExpiryField() {
  const name = 'expires_at'
  const label = useLabel({ name })
  const { id, value, set, ref, onBlur, error } = useField<string | null, FormValues<typeof paymentLinks>>(name)
  const day = useDay({
    value: value === null || Number.isNaN(Date.parse(value)) ? (value ?? '') : dayOf(value),
    onChange: (next) => set(isDay(next) ? instantOf(next, endOfDay) : next || null),
    error,
  })
  return (
    <Frame id={id} label={label} hint={hint} error={day.error}>
      <DayInput
        {...describedBy(id, day.error, hint)}
        day={day}
        ref={ref}
        id={id}
        required
        onBlur={onBlur}
        className={inputClass}
      />
    </Frame>
  )
}
