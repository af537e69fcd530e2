import { instant } from '#contract/fields.ts'
import { instantOf } from '../calendar/days.ts'
import { PlainField } from '../fields/plain-field.tsx'

export interface When {
  day: string
  clock: string
  minutes: string
}

/** Day, time and length of one class. */
export function WhenFields({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <PlainField
        label="Day"
        type="date"
        required
        value={when.day}
        onChange={({ target }) => onChange({ ...when, day: target.value })}
        className="figures"
      />
      <PlainField
        label="Time"
        type="time"
        required
        value={when.clock}
        onChange={({ target }) => onChange({ ...when, clock: target.value })}
        className="figures"
      />
      <PlainField
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
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(clock) || !/^\d+$/.test(minutes)) return null
  const start = instantOf(day, clock)
  return instant.safeParse(start).success ? { starts_at: start, minutes: Number(minutes) } : null
}
