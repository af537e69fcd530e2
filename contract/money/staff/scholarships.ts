import { z } from 'zod'
import { day, instant, rowId } from '#contract/fields.ts'
import { idFilter, schoolDay } from '#contract/filters.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { actReason } from './approvals.ts'

export const scholarshipStates = ['waiting', 'active', 'ended', 'declined'] as const
export type ScholarshipState = (typeof scholarshipStates)[number]
export const scholarshipStateNames: Readonly<Record<ScholarshipState, string>> = {
  waiting: 'Waiting',
  active: 'Active',
  ended: 'Ended',
  declined: 'Declined',
}

const record = z.object({
  ...recordFields,
  student_id: z.int(),
  student: z.string(),
  batch_id: z.int(),
  course: z.string(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  /** What the course costs everybody now. */
  offer_paise: z.int(),
  price_paise: z.int(),
  reason: z.string(),
  valid_until: day,
  /** `ended` by staff, or by its last day. */
  state: z.enum(scholarshipStates),
  granted_at: instant,
  /** Whether the student has the place now. */
  is_enrolled: z.boolean(),
  /** Of a grant that a second person decided about, or that waits for one. */
  approval_id: z.int().nullable(),
})
export type ScholarshipRecord = z.output<typeof record>

const price = z
  .int('Please give a price.')
  .min(0, 'Please give a price.')
  .max(100_000_000, 'Please give ₹10,00,000 or less.')
  .refine((paise) => paise === 0 || paise >= 100, 'Please give 0 for a place without a payment, or ₹1 and more.')
const input = z.strictObject({
  student_id: rowId,
  batch_id: rowId,
  price_paise: price,
  reason: actReason,
  valid_until: schoolDay,
})
// Another price is another grant, about which a second person may have to decide.
const changes = z.strictObject({ reason: actReason, valid_until: schoolDay })

const inputExample: z.input<typeof input> = {
  student_id: 7,
  batch_id: 101,
  price_paise: 1_800_000,
  reason: 'Scholarship of the alumni.',
  valid_until: '2026-12-31',
}

/** Prices that the school grants one student for one batch. */
export const scholarships = resource({
  name: 'scholarships',
  singular: 'scholarship',
  record,
  input,
  changes,
  filters: { state: z.enum(scholarshipStates).optional(), student: idFilter, batch: idFilter },
  sort: ['granted_at', 'price_paise', 'id'],
  usualSort: '-granted_at',
  permission: { read: 'scholarships:read', write: 'scholarships:write' },
  verbs: { end: 'End the scholarship. A payment that has started keeps its price' },
  stepUp: ['create', 'change', 'end', 'export'],
  words: { state: scholarshipStateNames },
  examples: {
    record: {
      ...inputExample,
      id: 3,
      version: 1,
      student: 'Asha Patil',
      course: 'Full Stack Web Development',
      batch_starts_on: '2026-12-07',
      offer_paise: 3_600_000,
      state: 'active',
      granted_at: '2026-11-23T06:30:00.000Z',
      is_enrolled: false,
      approval_id: 12,
    },
    input: inputExample,
    changes: { reason: 'Scholarship of the alumni.', valid_until: '2027-01-15' },
  },
})
