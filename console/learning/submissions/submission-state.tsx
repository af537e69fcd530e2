import { reviewDays, type SubmissionRecord, submissionStateNames } from '#contract/learning/staff/work.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { AgePill } from '#console/kit/parts/working-age.tsx'

/** Work that waits shows its age against the promise of a review; the rest its state. */
export function SubmissionState({ submission: { state, age_days: days } }: { submission: SubmissionRecord }) {
  if (state !== 'waiting' || days === null) {
    return (
      <Badge tone={state === 'accepted' ? 'good' : state === 'again' ? 'signal' : 'neutral'}>{submissionStateNames[state]}</Badge>
    )
  }
  return <AgePill hours={days * 24} promise={{ urgent: reviewDays.urgent * 24, late: reviewDays.late * 24 }} />
}
