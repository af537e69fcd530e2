import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, paragraph } from '#contract/fields.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'

export const requestStates = ['open', 'withdrawn', 'approved', 'declined'] as const
export const requestStateNames: Readonly<Record<(typeof requestStates)[number], string>> = {
  open: 'Open',
  withdrawn: 'Withdrawn',
  approved: 'Approved',
  declined: 'Declined',
}

const record = z.object({
  id: z.int(),
  kind: z.enum(['refund', 'transfer']),
  status: z.enum(requestStates),
  reason: z.string(),
  /** What the student was answered when it was declined. */
  answer: z.string().nullable(),
  student_id: z.int(),
  student: z.string(),
  email: z.string(),
  course: z.string(),
  batch_id: z.int(),
  batch_starts_at: instant,
  /** Of a transfer: where to, and how many seats are free there. Null seats are unlimited. */
  to_batch_id: z.int().nullable(),
  to_batch_starts_at: instant.nullable(),
  to_batch_seats: z.int().nullable(),
  /** Null for an enrolment without a payment. */
  payment_id: z.int().nullable(),
  amount_paise: z.int().nullable(),
  refundable_paise: z.int().nullable(),
  /** Classes of the batch that were held since the student enrolled, and all of them. */
  classes_held: z.int(),
  classes_total: z.int(),
  created_at: instant,
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
})
export type StaffRequest = z.output<typeof record>

const example: StaffRequest = {
  id: 4,
  kind: 'transfer',
  status: 'open',
  reason: 'My office hours have changed.',
  answer: null,
  student_id: 7,
  student: 'Asha Patil',
  email: 'asha@example.com',
  course: 'Full Stack Web Development',
  batch_id: 3,
  batch_starts_at: '2026-11-23T04:30:00.000Z',
  to_batch_id: 5,
  to_batch_starts_at: '2026-12-07T13:30:00.000Z',
  to_batch_seats: 8,
  payment_id: 12,
  amount_paise: 3_600_000,
  refundable_paise: 3_600_000,
  classes_held: 0,
  classes_total: 48,
  created_at: '2026-11-21T06:30:00.000Z',
  decided_at: null,
  decided_by: null,
}

/** What students ask for an enrolment: a refund, or another batch. */
export const requests = readOnlyResource({
  name: 'requests',
  singular: 'request',
  record,
  filters: {
    status: z.enum(requestStates).optional(),
    /** Approved or declined. */
    is_decided: flag.optional(),
    kind: z.enum(['refund', 'transfer']).optional(),
    student: idFilter,
    batch: idFilter,
    ...dayFilters,
  },
  sort: ['created_at', 'id'],
  permission: { read: 'requests:read' },
  stepUp: ['export'],
  words: { kind: { refund: 'Refund', transfer: 'Move' }, status: requestStateNames },
  examples: { record: example },
})

export const approveTransfer = endpoint({
  name: 'approveTransfer',
  method: 'POST',
  path: '/staff/requests/:id/approve-transfer/',
  tag: 'Staff: requests',
  summary: 'Move the student to the batch that a transfer request names, and mail the student',
  access: { staff: 'requests:write' },
  params: z.object({ id }),
  answers: { 200: record },
  errors: [404, 409],
  example: { answer: { ...example, status: 'approved', decided_at: '2026-11-21T09:30:00.000Z', decided_by: 'Meera Joshi' } },
})

export const declineRequest = endpoint({
  name: 'declineRequest',
  method: 'POST',
  path: '/staff/requests/:id/decline/',
  tag: 'Staff: requests',
  summary: 'Decline a request; the student is mailed the reason',
  access: { staff: 'requests:write' },
  params: z.object({ id }),
  body: z.strictObject({ reason: paragraph(1000, 'Please give the reason. The student reads it.') }),
  answers: { 200: record },
  errors: [404, 409],
  example: {
    body: { reason: 'The evening batch has begun. The next one starts in January.' },
    answer: { ...example, status: 'declined', answer: 'The evening batch has begun. The next one starts in January.' },
  },
})
