import { refunds } from '#contract/money/staff/refunds.ts'
import { WaitingCount } from '#console/kit/resource/waiting-count.tsx'

/** How many refunds a person has to pay back, beside the link to them. */
export default function RefundsToPay() {
  return <WaitingCount resource={refunds} filter={{ to_pay_back: 'true' }} />
}
