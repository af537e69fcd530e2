import { type RefundListed, refundStatusNames } from '#contract/money/staff/refunds.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
const tones = { queued: 'ahead', sent: 'ahead', pending: 'ahead', processed: 'good', failed: 'bad' } as const

export function RefundStatus({ refund }: { refund: RefundListed }) {
  if (refund.to_pay_back) return <Badge tone="signal">To pay back</Badge>
  if (refund.status === 'failed' && refund.is_retried) return <Badge>Failed, repeated</Badge>
  return <Badge tone={tones[refund.status]}>{refundStatusNames[refund.status]}</Badge>
}
