import { leads } from '#contract/desk/staff/leads.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many leads wait for an answer, beside the link to them. */
export default function LeadsWaiting() {
  return <WaitingCount resource={leads} filter={{ state: 'todo' }} />
}
