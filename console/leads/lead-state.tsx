import { answerHours, type LeadRecord, type leadOutcomes } from '#contract/staff/leads.ts'
import { formatShortDay } from '#ui/format.ts'
import { Badge } from '../parts/badge.tsx'

export const outcomeNames: Record<(typeof leadOutcomes)[number], string> = {
  enrolled: 'Enrolled',
  agreed: 'Agreed',
  not_interested: 'Not interested',
  no_answer: 'No answer',
  spam: 'Spam',
}

/**
 * The age of a lead in words. It counts working hours and not those of the clock, so it says so: a lead of Saturday evening is
 * not a day old on Monday morning.
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

/** A new lead shows its age against the promise to answer; the others what is next. */
export function LeadState({ lead }: { lead: LeadRecord }) {
  if (lead.state === 'new') {
    const hours = lead.age_hours ?? 0
    const tone = hours >= answerHours.late ? 'bad' : hours >= answerHours.urgent ? 'signal' : 'neutral'
    const late = hours >= answerHours.late ? ', late' : ''
    return (
      <span title={workingAge(hours)}>
        <Badge tone={tone}>
          <span aria-hidden="true">{`${ageText(hours)}${late}`}</span>
          <span className="sr-only">{`${workingAge(hours)}${late}`}</span>
        </Badge>
      </span>
    )
  }
  if (lead.state === 'due') return <Badge tone="signal">Back since {formatShortDay(lead.due_at)}</Badge>
  if (lead.state === 'waiting') {
    return <Badge tone="ahead">{lead.follow_up_on ? `Back on ${formatShortDay(lead.due_at)}` : 'Answered'}</Badge>
  }
  return (
    <Badge tone={lead.outcome === 'enrolled' || lead.outcome === 'agreed' ? 'good' : 'neutral'}>
      {lead.outcome ? outcomeNames[lead.outcome] : 'Closed'}
    </Badge>
  )
}
