import { approvals } from '#contract/money/staff/approvals.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many acts wait for the signed-in person as the second one, beside the link to them. */
export default function ApprovalsWaiting() {
  return <WaitingCount resource={approvals} filter={{ waits_for: 'me' }} />
}
