import { type LeadRecord, leadOutcomeNames } from '#contract/desk/staff/leads.ts'
import { formatShortDay } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { AgePill } from '#console/kit/parts/working-age.tsx'

/** A new lead shows its age against the promise to answer; the others what is next. */
export function LeadState({ lead }: { lead: LeadRecord }) {
  if (lead.state === 'new') return <AgePill hours={lead.age_hours ?? 0} />
  if (lead.state === 'due') return <Badge tone="signal">Back since {formatShortDay(lead.due_at)}</Badge>
  if (lead.state === 'waiting') {
    return <Badge tone="ahead">{lead.follow_up_on ? `Back on ${formatShortDay(lead.due_at)}` : 'Answered'}</Badge>
  }
  return (
    <Badge tone={lead.outcome === 'enrolled' || lead.outcome === 'agreed' ? 'good' : 'neutral'}>
      {lead.outcome ? leadOutcomeNames[lead.outcome] : 'Closed'}
    </Badge>
  )
}
