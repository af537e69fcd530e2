import { submissions } from '#contract/learning/staff/work.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many submissions wait for a review, beside the link to them. */
export default function SubmissionsWaiting() {
  return <WaitingCount resource={submissions} filter={{ state: 'waiting' }} />
}
