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

/** Working hours in words: `40 min`, `5 h`, `2 d`. */
function ageText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.floor(hours * 60))} min`
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} d`
}

/** A new lead shows its age against the promise to answer; the others what is next. */
export function LeadState({ lead }: { lead: LeadRecord }) {
  if (lead.state === 'new') {
    const hours = lead.age_hours ?? 0
    const tone = hours >= answerHours.late ? 'bad' : hours >= answerHours.urgent ? 'signal' : 'neutral'
    return <Badge tone={tone}>{hours >= answerHours.late ? `${ageText(hours)}, late` : ageText(hours)}</Badge>
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
