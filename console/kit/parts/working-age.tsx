import { answerHours } from '#contract/desk/staff/leads.ts'
import { Badge } from './badge.tsx'

/**
 * An age in words. It counts working hours and not those of the clock, so it says so: what came in on Saturday evening is not a
 * day old on Monday morning.
 */
export function workingAge(hours: number): string {
  const [count, unit] =
    hours < 1
      ? [Math.max(1, Math.floor(hours * 60)), 'minute']
      : hours < 48
        ? [Math.floor(hours), 'hour']
        : [Math.floor(hours / 24), 'day']
  return `${count} working ${unit}${count === 1 ? '' : 's'}`
}

/** The same where there is little room: `40 min`, `5 h`, `2 d`. */
function ageText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.floor(hours * 60))} min`
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} d`
}

/** The age of what waits, in working hours, against a promise: to answer, unless another one is given. */
export function AgePill({ hours, promise = answerHours }: { hours: number; promise?: { urgent: number; late: number } }) {
  const tone = hours >= promise.late ? 'bad' : hours >= promise.urgent ? 'signal' : 'neutral'
  const late = hours >= promise.late ? ', late' : ''
  return (
    <span title={workingAge(hours)}>
      <Badge tone={tone}>
        <span aria-hidden="true">{`${ageText(hours)}${late}`}</span>
        <span className="sr-only">{`${workingAge(hours)}${late}`}</span>
      </Badge>
    </span>
  )
}
