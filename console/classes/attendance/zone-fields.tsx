import { useEffect, useId, useRef } from 'react'
import type { ZoneChoice, ZoneQuestion } from '#contract/classes/staff/attendance.ts'
import { formatClock } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { zoneText } from './zone-text.ts'

interface Props {
  question: ZoneQuestion
  fileName: string
  /** Minutes east of UTC. */
  value: number
  onChange: (offset: number) => void
}

/** Asks in which zone the times of a report are. Each answer shows what it makes of the person who was there longest. */
export function ZoneFields({
  question: { class_starts_at: from, class_ends_at: to, choices },
  fileName,
  value,
  onChange,
}: Props) {
  const group = useId()
  const legend = useRef<HTMLLegendElement>(null)
  useEffect(() => legend.current?.focus(), [])
  return (
    <fieldset aria-describedby={`${group}-why`}>
      <legend ref={legend} tabIndex={-1} className="text-base font-semibold outline-none">
        Times in which zone?
      </legend>
      <p id={`${group}-why`} className="mt-1 text-muted">
        <span className="wrap-anywhere">{fileName}</span> names no zone. In India time it lies outside the class of{' '}
        {span(from, to)}.
      </p>
      <div className="mt-3 grid gap-2">
        {choices.map((choice, index) => (
          <label
            key={choice.utc_offset_minutes}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={group}
              checked={value === choice.utc_offset_minutes}
              onChange={() => onChange(choice.utc_offset_minutes)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="font-semibold">{nameOf(choice)}</span>
              {choice.zones.length > 0 ? <span className="figures text-muted">{zoneText(choice.utc_offset_minutes)}</span> : null}
              {index === 0 ? <Badge tone="good">Suggested</Badge> : null}
            </span>
            <span className="figures col-start-2 text-muted">
              {choice.inside_percent} % of the minutes are in the class. {choice.example.name}:{' '}
              {span(choice.example.began_at, choice.example.ended_at)}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-3 text-muted">Is it none of these? Then this is the report of another class.</p>
    </fieldset>
  )
}

const span = (from: string, to: string) => `${formatClock(from).replace(' IST', '')} to ${formatClock(to)}`

const nameOf = ({ zones, utc_offset_minutes: offset }: ZoneChoice) => (zones.length > 0 ? zones.join(', ') : zoneText(offset))
