import type { ApprovalKind } from '#contract/money/staff/approvals.ts'

export const approvalNames: Record<ApprovalKind, string> = {
  refund: 'a refund',
  offline_payment: 'an offline payment',
  hand_enrolment: 'a place without a payment',
  scholarship: 'a scholarship',
  waiver: 'a part of a price that is forgiven',
  payment_link: 'a price of a payment link',
}
