import { instant } from '#contract/fields.ts'
import { isDay } from '#console/kit/dates/day-text.ts'
import { isTime } from '#console/kit/dates/time-text.ts'
import { instantOf } from '#ui/days.ts'
import { Field } from '#ui/field.tsx'
import { PlainDateField, PlainTimeField } from '#console/kit/fields/plain-date-field.tsx'

export interface When {
  day: string
  clock: string
  minutes: string
}

/** Day, time and length of one class. */
export function WhenFields({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,2fr)]">
      <PlainDateField label="Day" required value={when.day} onChange={(day) => onChange({ ...when, day })} />
      <PlainTimeField label="Time" required value={when.clock} onChange={(clock) => onChange({ ...when, clock })} />
      <Field
        label="Minutes"
        inputMode="numeric"
        required
        maxLength={3}
        value={when.minutes}
        onChange={({ target }) => onChange({ ...when, minutes: target.value })}
        className="figures"
      />
    </div>
  )
}

/** What the contract takes, or null while something is missing. */
export function timingOf({ day, clock, minutes }: When): { starts_at: string; minutes: number } | null {
  if (!isDay(day) || !isTime(clock) || !/^\d+$/.test(minutes)) return null
  const start = instantOf(day, clock)
  return instant.safeParse(start).success ? { starts_at: start, minutes: Number(minutes) } : null
}
