import { reviewDays, type SubmissionRecord, type SubmissionState as State } from '#contract/staff/work.ts'
import { Badge } from '../parts/badge.tsx'

export const stateNames: Record<State, string> = {
  waiting: 'To review',
  accepted: 'Accepted',
  again: 'Again',
  replaced: 'Replaced',
  left: 'Has left',
}

/** The age in working days, which are 24 working hours each: `40 min`, `5 h`, `2 d`. */
function ageOf(days: number): { short: string; long: string } {
  const hours = days * 24
  const [count, unit, short] =
    hours < 1
      ? [Math.max(1, Math.floor(hours * 60)), 'minute', 'min']
      : hours < 24
        ? [Math.floor(hours), 'hour', 'h']
        : [Math.floor(days), 'day', 'd']
  return { short: `${count} ${short}`, long: `${count} working ${unit}${count === 1 ? '' : 's'}` }
}

/** Work that waits shows its age against the promise of a review; the rest its state. */
export function SubmissionState({ submission: { state, age_days: days } }: { submission: SubmissionRecord }) {
  if (state !== 'waiting' || days === null) {
    return <Badge tone={state === 'accepted' ? 'good' : state === 'again' ? 'signal' : 'neutral'}>{stateNames[state]}</Badge>
  }
  const tone = days >= reviewDays.late ? 'bad' : days >= reviewDays.urgent ? 'signal' : 'neutral'
  const late = days >= reviewDays.late ? ', late' : ''
  const { short, long } = ageOf(days)
  return (
    <span title={long}>
      <Badge tone={tone}>
        <span aria-hidden="true">{`${short}${late}`}</span>
        <span className="sr-only">{`${long}${late}`}</span>
      </Badge>
    </span>
  )
}
