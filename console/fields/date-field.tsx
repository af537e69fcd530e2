import { boxClass, type Common, describedBy, Frame, GroupFrame, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

interface Props extends Common {
  min?: string
  max?: string
}

function Native({ type, name, label, hint, required = false, min, max }: Props & { type: 'date' | 'time' }) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<string | null>(name)
  return (
    <Frame id={id} label={shown} hint={hint} error={error} required={required}>
      <input
        {...describedBy(id, error, hint)}
        ref={ref}
        id={id}
        type={type}
        min={min}
        max={max}
        required={required}
        value={value ?? ''}
        onChange={(event) => set(event.target.value || null)}
        onBlur={onBlur}
        className={`${boxClass} figures`}
      />
    </Frame>
  )
}

/** A day, kept as `YYYY-MM-DD`. */
export function DateField(props: Props) {
  return <Native {...props} type="date" />
}

/** A time of day in India, kept as `HH:MM`. */
export function TimeField(props: Common) {
  return <Native {...props} type="time" hint={props.hint ?? 'Indian time'} />
}

interface RangeProps {
  label: string
  /** The fields of the first and the last day. */
  from: string
  to: string
  hint?: string
  required?: boolean
}

/** Two days, of which the second is not before the first. */
export function DateRangeField({ label, from, to, hint, required = false }: RangeProps) {
  const first = useField<string | null>(from)
  const last = useField<string | null>(to)
  return (
    <GroupFrame id={first.id} label={label} hint={hint}>
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField name={from} label="From" required={required} {...(last.value ? { max: last.value } : {})} />
        <DateField name={to} label="To" required={required} {...(first.value ? { min: first.value } : {})} />
      </div>
    </GroupFrame>
  )
}
