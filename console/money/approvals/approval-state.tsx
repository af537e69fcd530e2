import { type ApprovalRecord, permissionOfKind, approvalStateNames } from '#contract/money/staff/approvals.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { useMinute } from '#console/kit/parts/use-minute.ts'
const tones = {
  not_needed: 'good',
  waiting: 'signal',
  approved: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
  failed: 'bad',
} as const

/** What the signed-in person can do about an approval. Who asks approves only when nobody else could for 24 hours. */
export function useDecision(approval: ApprovalRecord) {
  const { staff, may } = useAccess()
  const now = useMinute()
  const mayDo = may(permissionOfKind[approval.kind]) && approval.state === 'waiting'
  const isOwn = approval.asked_by === staff.id
  const isAloneNow = approval.alone_from !== null && Date.parse(approval.alone_from) <= now
  return { mayDo, isOwn, isAloneNow, mayApprove: mayDo && (!isOwn || isAloneNow) }
}

/** The state of an approval, and for whom it waits. */
export function ApprovalState({ approval }: { approval: ApprovalRecord }) {
  const { state, alone_from: aloneFrom } = approval
  const { mayApprove, isOwn } = useDecision(approval)
  if (state !== 'waiting') return <Badge tone={tones[state]}>{approvalStateNames[state]}</Badge>
  if (mayApprove) return <Badge tone="signal">To decide</Badge>
  return <Badge tone="ahead">{isOwn && aloneFrom !== null ? 'Waits 24 hours' : 'Waits for somebody else'}</Badge>
}
