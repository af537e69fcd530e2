import { approvals } from '#contract/staff/approvals.ts'
import { WaitingCount } from '../resource/waiting-count.tsx'

/** How many acts wait for a second person, beside the link to them. */
export default function ApprovalsWaiting() {
  return <WaitingCount resource={approvals} filter={{ state: 'waiting' }} />
}
