import type { ApprovalRecord } from '#contract/staff/approvals.ts'
import { Badge } from '../parts/badge.tsx'

export const approvalStateNames: Record<ApprovalRecord['state'], string> = {
  not_needed: 'Done',
  waiting: 'Waits',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  failed: 'Failed',
}
const tones = {
  not_needed: 'good',
  waiting: 'signal',
  approved: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
  failed: 'bad',
} as const

export function ApprovalState({ state }: { state: ApprovalRecord['state'] }) {
  return <Badge tone={tones[state]}>{approvalStateNames[state]}</Badge>
}
