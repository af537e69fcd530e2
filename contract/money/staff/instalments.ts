import { z } from 'zod'
import { day, id, instant } from '#contract/fields.ts'
import { dayFilters, idFilter, schoolDay } from '#contract/filters.ts'
import { actsOn, readOnlyResource, recordFields } from '#contract/resource.ts'
import { instalmentStates } from '#contract/money/instalments.ts'
import { endpoint } from '#contract/endpoint.ts'
import { actKey, actReason, approvalExample, approvalRecord } from './approvals.ts'
import { chequeIsNamed, receivedMoney } from './offline-payments.ts'

export const instalmentStateNames: Readonly<Record<(typeof instalmentStates)[number], string>> = {
  due: 'Due',
  late: 'Late',
  moved: 'Moved',
  paid: 'Paid',
  waived: 'Forgiven',
}
/** How long ago a part was due. */
export const instalmentAges = ['soon', 'week', 'month', 'older'] as const
export const instalmentAgeNames: Readonly<Record<(typeof instalmentAges)[number], string>> = {
  soon: 'Within 7 days',
  week: 'Up to 10 days late',
  month: '11 to 30 days late',
  older: 'Over 30 days late',
}

const record = z.object({
  ...recordFields,
  enrolment_id: z.int(),
  student_id: z.int(),
  student: z.string(),
  student_email: z.string(),
  student_phone: z.string().nullable(),
  batch_id: z.int(),
  batch_starts_on: day,
  course: z.string(),
  number: z.int(),
  of: z.int(),
  amount_paise: z.int(),
  /** The day that was agreed with the purchase, and the day as staff moved it. */
  agreed_on: day,
  due_on: day,
  waits_until: day.nullable(),
  state: z.enum(instalmentStates),
  /** Whole days since the due day; 0 when it has not passed. */
  days_late: z.int(),
  /** Whether recordings and joining are closed until it is paid. */
  is_paused: z.boolean(),
  /** Why staff waited, moved the day or forgave the part. */
  reason: z.string().nullable(),
  payment_id: z.int().nullable(),
  paid_at: instant.nullable(),
  /** Of a part that is to be forgiven and waits for a second person. */
  approval_id: z.int().nullable(),
})
export type InstalmentListed = z.output<typeof record>

const recordExample: z.input<typeof record> = {
  id: 8,
  version: 1,
  enrolment_id: 21,
  student_id: 7,
  student: 'Asha Patil',
  student_email: 'asha@example.com',
  student_phone: '9876543210',
  batch_id: 101,
  batch_starts_on: '2026-12-01',
  course: 'Full Stack Web Development',
  number: 2,
  of: 3,
  amount_paise: 1_080_000,
  agreed_on: '2026-11-20',
  due_on: '2026-11-20',
  waits_until: null,
  state: 'late',
  days_late: 11,
  is_paused: true,
  reason: null,
  payment_id: null,
  paid_at: null,
  approval_id: null,
}

/** Parts of prices: what is owed, due, late, paid and forgiven. */
export const instalments = readOnlyResource({
  name: 'instalments',
  singular: 'instalment',
  record,
  filters: {
    state: z.enum(instalmentStates).optional(),
    age: z.enum(instalmentAges).optional(),
    student: idFilter,
    batch: idFilter,
    course: idFilter,
    enrolment: idFilter,
    ...dayFilters,
  },
  sort: ['due_on', 'amount_paise', 'id'],
  usualSort: 'due_on',
  permission: { read: 'plans:read' },
  words: { state: instalmentStateNames },
  stepUp: ['export'],
  examples: { record: recordExample },
})

const act = actsOn({ ...instalments, record }, { staff: 'plans:write' })
export const waitForInstalment = act({
  name: 'waitForInstalment',
  verb: 'wait',
  summary: 'Keep recordings and joining open until a day although the part is late',
  body: z.strictObject({ until: schoolDay, reason: actReason }),
  example: { until: '2026-12-10', reason: 'The salary comes on the 8th.' },
})
export const moveInstalment = act({
  name: 'moveInstalment',
  verb: 'move',
  summary: 'Move the day on which the part is due',
  body: z.strictObject({ due_on: schoolDay, reason: actReason }),
  example: { due_on: '2026-12-20', reason: 'Agreed by phone.' },
})
export const forgiveInstalment = endpoint({
  name: 'forgiveInstalment',
  method: 'POST',
  path: '/staff/instalments/:id/forgive/',
  tag: 'Staff: instalments',
  summary: 'Forgive the part, or ask a second person to when the limit of one person is passed',
  access: { staff: 'plans:write', stepUp: true },
  params: z.object({ id }),
  body: z.strictObject({ key: actKey, reason: actReason }),
  answers: { 201: approvalRecord },
  errors: [404, 409],
  example: {
    body: { key: '7f0c9a52-6f0c-4d7b-9d3f-0f6a2e2c9b11', reason: 'The student lost the job.' },
    answer: {
      ...approvalExample,
      kind: 'waiver',
      payment_id: null,
      paid_paise: null,
      refunded_paise: null,
      ends_access: false,
      instalment_id: 8,
      amount_paise: 1_080_000,
    },
  },
})

export const takeInstalment = endpoint({
  name: 'takeInstalment',
  method: 'POST',
  path: '/staff/instalments/:id/take/',
  tag: 'Staff: instalments',
  summary:
    'Record money that the school received for the next part of a place, or for all that is left: it is paid at once, by a cheque when it clears, or a second person decides. A repeated key answers the first result',
  access: { staff: 'payments:write', stepUp: true },
  params: z.object({ id }),
  body: z
    .strictObject({
      key: actKey,
      /** Whether all that is left of the price was paid, and not this part alone. */
      rest: z.boolean(),
      ...receivedMoney,
    })
    .refine(chequeIsNamed.when, chequeIsNamed.refusal),
  answers: { 201: approvalRecord },
  errors: [404, 409],
  example: {
    body: {
      key: '2d0a2b0e-5f0c-4d7b-9d3f-0f6a2e2c9b12',
      rest: false,
      method: 'bank_transfer',
      reference: 'HDFCN52026112400019',
      amount_paise: 1_080_000,
      received_on: '2026-11-23',
      received_by: 3,
    },
    answer: {
      ...approvalExample,
      kind: 'offline_payment',
      state: 'not_needed',
      ends_access: false,
      payment_id: 52,
      paid_paise: null,
      refunded_paise: null,
      offline_payment_id: 7,
      for_part: 'part 2 of 3',
      method: 'bank_transfer',
      reference: 'HDFCN52026112400019',
      received_on: '2026-11-23',
      amount_paise: 1_080_000,
      reason: null,
      decided_at: '2026-11-23T06:30:00.000Z',
    },
  },
})

const sums = z.object({
  owed_paise: z.int(),
  /** Of it: due today or before, and after its day. */
  due_paise: z.int(),
  late_paise: z.int(),
  late: z.int(),
  paused: z.int(),
})
export const readOwed = endpoint({
  name: 'readOwed',
  method: 'GET',
  path: '/staff/instalments/owed/',
  tag: 'Staff: instalments',
  summary: 'What is owed, due and late in all',
  access: { staff: 'plans:read' },
  answers: { 200: sums },
  example: { answer: { owed_paise: 30_240_000, due_paise: 2_160_000, late_paise: 1_080_000, late: 1, paused: 1 } },
})
