import { z } from 'zod'
import { decisionsAbout } from '#contract/decision.ts'
import { day, instant, paragraph } from '#contract/fields.ts'
import { readOnlyResource, recordFields } from '#contract/resource.ts'
import type { Permission } from '#contract/permissions.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'

export const approvalKinds = ['refund', 'offline_payment', 'hand_enrolment', 'scholarship', 'waiver', 'payment_link'] as const
export type ApprovalKind = (typeof approvalKinds)[number]
export const approvalKindNames: Readonly<Record<ApprovalKind, string>> = {
  refund: 'Refund',
  offline_payment: 'Offline payment',
  hand_enrolment: 'Place without payment',
  scholarship: 'Scholarship',
  waiver: 'Forgiven part',
  payment_link: 'Payment link',
}

/** Who may do an act of each kind, and so who decides about one. */
export const permissionOfKind = {
  refund: 'payments:write',
  offline_payment: 'payments:write',
  hand_enrolment: 'enrolments:write',
  scholarship: 'scholarships:write',
  waiver: 'plans:write',
  payment_link: 'payment-links:write',
} as const satisfies Record<ApprovalKind, Permission>

/** `not_needed`: the act was done at once, because the student's sum of the day was within the limit. */
export const approvalStates = ['not_needed', 'waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const
export const approvalStateNames: Readonly<Record<(typeof approvalStates)[number], string>> = {
  not_needed: 'Done',
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  failed: 'Failed',
}

/** How money reaches the school, or goes back, without the payment provider. */
export const offlineMethods = ['upi', 'bank_transfer', 'cash', 'cheque'] as const
export type OfflineMethod = (typeof offlineMethods)[number]
export const offlineMethodNames: Readonly<Record<OfflineMethod, string>> = {
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  cheque: 'Cheque',
}

export const approvalRecord = z.object({
  ...recordFields,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** Null for a payment link of an address that no account has proven. Then the address stands in `student` too. */
  student_id: z.int().nullable(),
  student: z.string(),
  student_email: z.string(),
  batch_id: z.int(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  course: z.string(),
  /** Of an enrolment by hand, the list price. Of a scholarship and a link, what it gives. */
  amount_paise: z.int(),
  /** Of an offline payment: what the desk took off the price, and why. */
  discount_paise: z.int(),
  discount_reason: z.string().nullable(),
  /** Of a refund: what the student paid, and what of it went back or is decided. */
  paid_paise: z.int().nullable(),
  refunded_paise: z.int().nullable(),
  /** Of an offline payment: whether the money that was not accepted is still owed. */
  is_owed: z.boolean(),
  /** Null for an offline payment. */
  reason: z.string().nullable(),
  /** Of an offline payment, and of the refund of one. */
  method: z.enum(offlineMethods).nullable(),
  reference: z.string().nullable(),
  /** Of a part of a price that is paid offline or forgiven: "part 2 of 3" or "all that is left"; null for everything else. */
  for_part: z.string().nullable(),
  /** Of an offline payment: the day on which it was received. */
  received_on: day.nullable(),
  /** Of a refund: whether the student's place ends with it. */
  ends_access: z.boolean(),
  asked_by: z.int(),
  asked_by_name: z.string(),
  asked_at: instant,
  /** When the person who asked may decide too; null while somebody else can decide, and once it is decided. */
  alone_from: instant.nullable(),
  /** Names of the staff who can decide now; null when nobody can, and once it is decided. */
  deciders: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decided_at: instant.nullable(),
  /** Why it was declined, or could not be done. */
  answer: z.string().nullable(),
  /** The refunded payment, or the one that an offline payment became. */
  payment_id: z.int().nullable(),
  offline_payment_id: z.int().nullable(),
  scholarship_id: z.int().nullable(),
  instalment_id: z.int().nullable(),
  payment_link_id: z.int().nullable(),
  /** Of a scholarship and a link: what the student pays. */
  price_paise: z.int().nullable(),
  refund_id: z.int().nullable(),
  enrolment_id: z.int().nullable(),
  /** Whether the student has the place now, by this act. */
  is_enrolled: z.boolean(),
})
export type ApprovalRecord = z.output<typeof approvalRecord>

export const approvalExample: z.input<typeof approvalRecord> = {
  id: 12,
  version: 1,
  kind: 'refund',
  state: 'waiting',
  student_id: 7,
  student: 'Asha Patil',
  student_email: 'asha@example.com',
  batch_id: 101,
  batch_starts_on: '2026-12-01',
  course: 'Full Stack Web Development',
  amount_paise: 6_000_000,
  discount_paise: 0,
  discount_reason: null,
  paid_paise: 7_500_000,
  refunded_paise: 0,
  is_owed: false,
  reason: 'Moves abroad before the first class.',
  method: null,
  reference: null,
  for_part: null,
  received_on: null,
  ends_access: true,
  asked_by: 3,
  asked_by_name: 'Meera Kulkarni',
  asked_at: '2026-11-23T06:30:00.000Z',
  alone_from: null,
  deciders: 'Anil Rao, Kavita Shah',
  decided_by_name: null,
  decided_at: null,
  answer: null,
  payment_id: 31,
  offline_payment_id: null,
  scholarship_id: null,
  instalment_id: null,
  payment_link_id: null,
  price_paise: null,
  refund_id: null,
  enrolment_id: null,
  is_enrolled: false,
}

/** A key that the browser makes for one act. A repeated call with it answers the first result. */
export const actKey = z.uuid('Please send a key.')
/** Why staff do it. */
export const actReason = paragraph(500, 'Please say why.')

/** Acts that waited for a second person, or still do. */
export const approvals = readOnlyResource({
  name: 'approvals',
  singular: 'approval',
  record: approvalRecord,
  filters: {
    kind: z.enum(approvalKinds).optional(),
    state: z.enum(approvalStates).optional(),
    student: idFilter,
    asked_by: idFilter,
    /** What waits for the person who reads it, or for somebody else. Who asks never approves. */
    waits_for: z.enum(['me', 'others']).optional(),
    ...dayFilters,
  },
  sort: ['asked_at', 'amount_paise', 'id'],
  usualSort: '-asked_at',
  permission: { read: 'approvals:read' },
  stepUp: ['export'],
  words: { kind: approvalKindNames, state: approvalStateNames, method: offlineMethodNames },
  examples: { record: approvalExample },
})

const decision = decisionsAbout({
  path: '/staff/approvals',
  tag: 'Staff: approvals',
  record: approvalRecord,
  examples: { decided: approvalExample, waiting: approvalExample },
})

export const approveAct = decision({
  name: 'approveAct',
  verb: 'approve',
  summary: 'Do what another person asked for; `failed` when it is no longer possible',
  access: { staff: 'approvals:write', stepUp: true },
})

export const declineAct = decision({
  name: 'declineAct',
  verb: 'decline',
  summary: 'Decline what another person asked for',
  access: { staff: 'approvals:write' },
  body: z.strictObject({ reason: paragraph(500, 'Please say why. The person who asked reads it.') }),
  example: { reason: 'The student has asked for a transfer instead.' },
})

export const withdrawAct = decision({
  name: 'withdrawAct',
  verb: 'withdraw',
  summary: 'Take back what one has asked for',
  access: { staff: 'approvals:write' },
})
