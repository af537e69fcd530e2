import { z } from 'zod'
import { day, instant } from '#contract/fields.ts'
import { readOnlyResource } from '#contract/resource.ts'
import { dayFilters } from '#contract/filters.ts'

export const disputeStates = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const
export const disputeStateNames: Readonly<Record<(typeof disputeStates)[number], string>> = {
  open: 'Open',
  under_review: 'Under review',
  action_required: 'Needs an answer',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}
/** The provider's words for the phase and the reason of a dispute. */
export const spaced = (code: string): string => code.replaceAll('_', ' ')

const record = z.object({
  id: z.int(),
  dispute_id: z.string(),
  status: z.enum(disputeStates),
  phase: z.string().nullable(),
  reason_code: z.string().nullable(),
  /** Paise that the bank asks back, and that the provider has deducted so far. */
  amount_paise: z.int(),
  deducted_paise: z.int(),
  /** The provider takes no answer after this. */
  respond_by: instant.nullable(),
  reported_at: instant,
  payment_id: z.int(),
  provider_payment_id: z.string(),
  student_id: z.int(),
  student: z.string(),
  email: z.string(),
  course: z.string(),
  batch_id: z.int(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  /** Whether the student still has access to what the payment bought. */
  has_access: z.boolean(),
})
export type StaffDispute = z.output<typeof record>

const example: StaffDispute = {
  id: 2,
  dispute_id: 'disp_MxT1bYcQdW2kPz',
  status: 'open',
  phase: 'chargeback',
  reason_code: 'goods_or_services_not_received',
  amount_paise: 3_600_000,
  deducted_paise: 0,
  respond_by: '2026-11-28T18:29:59.000Z',
  reported_at: '2026-11-21T06:30:00.000Z',
  payment_id: 12,
  provider_payment_id: 'pay_MxT1bYcQdW2kPz',
  student_id: 7,
  student: 'Asha Patil',
  email: 'asha@example.com',
  course: 'Full Stack Web Development',
  batch_id: 3,
  batch_starts_on: '2026-12-01',
  has_access: true,
}

/** Chargebacks as the provider reports them. They are answered in the provider's dashboard. */
export const disputes = readOnlyResource({
  name: 'disputes',
  singular: 'dispute',
  record,
  filters: {
    /** `waiting` are those that nobody has decided. */
    status: z.enum([...disputeStates, 'waiting']).optional(),
    ...dayFilters,
  },
  sort: ['reported_at', 'id'],
  usualSort: '-reported_at',
  permission: { read: 'payments:read' },
  stepUp: ['export'],
  words: { status: disputeStateNames, phase: spaced, reason_code: spaced },
  examples: { record: example },
})
