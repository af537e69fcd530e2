import { requests } from '#contract/money/staff/requests.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many requests of students are open, beside the link to them. */
export default function RequestsWaiting() {
  return <WaitingCount resource={requests} filter={{ status: 'open' }} />
}
