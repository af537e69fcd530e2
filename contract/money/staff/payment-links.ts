import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { chosenInstant, day, email, id, instant, rowId } from '#contract/fields.ts'
import { idFilter } from '#contract/filters.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { actReason } from './approvals.ts'

export const paymentLinkStates = ['waiting', 'active', 'paid', 'expired', 'withdrawn', 'declined'] as const
export type PaymentLinkState = (typeof paymentLinkStates)[number]
export const paymentLinkStateNames: Readonly<Record<PaymentLinkState, string>> = {
  waiting: 'Waiting',
  active: 'Active',
  paid: 'Paid',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  declined: 'Declined',
}

const record = z.object({
  ...recordFields,
  /** The address to copy. Only the answer to the making of a link has it: nobody can read it again. */
  url: z.url().nullable(),
  /** Null until the account with the address has opened it. */
  student_id: z.int().nullable(),
  student: z.string().nullable(),
  /** The address that it was made for; null when it was made for an account. */
  email: z.string().nullable(),
  batch_id: z.int(),
  course: z.string(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  /** What the course costs everybody now. */
  offer_paise: z.int(),
  /** Null is the usual price. */
  price_paise: z.int().nullable(),
  reason: z.string(),
  expires_at: instant,
  /** `expired` by the clock. */
  state: z.enum(paymentLinkStates),
  made_at: instant,
  made_by: z.int(),
  made_by_name: z.string(),
  mailed_at: instant.nullable(),
  opened_at: instant.nullable(),
  paid_at: instant.nullable(),
  payment_id: z.int().nullable(),
  /** The scholarship whose price it leads to. */
  scholarship_id: z.int().nullable(),
  /** Of a price that a second person decided about, or that waits for one. */
  approval_id: z.int().nullable(),
})
export type PaymentLinkRecord = z.output<typeof record>

const price = z
  .int('Please give a price.')
  .min(100, 'Please give ₹1 or more.')
  .max(100_000_000, 'Please give ₹10,00,000 or less.')
  .nullable()
const fields = {
  reason: actReason,
  /** The link works until then. */
  expires_at: chosenInstant('Please choose until when the link works.'),
}
const input = z.strictObject({
  /** Exactly one of the two says whose it is. */
  student_id: rowId.nullable(),
  email: email.nullable(),
  batch_id: rowId,
  /** Null is the usual price. */
  price_paise: price,
  ...fields,
  /** Mails it to the person, at once or when a second person approves it. */
  mail: z.boolean('Please say whether it is mailed.').optional(),
})
// Another price is another link, about which a second person may have to decide.
const changes = z.strictObject(fields)

const inputExample: z.input<typeof input> = {
  student_id: 7,
  email: null,
  batch_id: 101,
  price_paise: 3_000_000,
  reason: 'Agreed on the phone after the free class.',
  expires_at: '2026-12-05T12:30:00.000Z',
  mail: false,
}

/** Secret addresses at which one person pays for a batch, once. */
export const paymentLinks = resource({
  name: 'payment-links',
  singular: 'payment-link',
  record,
  input,
  changes,
  // A file of links has no address in it.
  file: record.omit({ url: true }),
  filters: { state: z.enum(paymentLinkStates).optional(), student: idFilter, batch: idFilter, made_by: idFilter },
  sort: ['made_at', 'expires_at', 'id'],
  usualSort: '-made_at',
  permission: { read: 'payment-links:read', write: 'payment-links:write' },
  verbs: {
    withdraw: 'End the link. A payment that has started keeps its price while its seat is held',
    mail: 'Mail the person a new address, which takes the place of the one before',
  },
  stepUp: ['create', 'change', 'withdraw', 'mail', 'export'],
  words: { state: paymentLinkStateNames },
  examples: {
    record: {
      id: 3,
      version: 1,
      url: null,
      student_id: 7,
      student: 'Asha Patil',
      email: null,
      batch_id: 101,
      course: 'Full Stack Web Development',
      batch_starts_on: '2026-12-07',
      offer_paise: 3_600_000,
      price_paise: 3_000_000,
      reason: 'Agreed on the phone after the free class.',
      expires_at: '2026-12-05T12:30:00.000Z',
      state: 'active',
      made_at: '2026-11-30T06:30:00.000Z',
      made_by: 2,
      made_by_name: 'Farida Khan',
      mailed_at: null,
      opened_at: null,
      paid_at: null,
      payment_id: null,
      scholarship_id: null,
      approval_id: null,
    },
    input: inputExample,
    changes: { reason: 'Agreed on the phone after the free class.', expires_at: '2026-12-08T12:30:00.000Z' },
  },
})

export const copyScholarshipLink = endpoint({
  name: 'copyScholarshipLink',
  method: 'POST',
  path: '/staff/scholarships/:id/link/',
  tag: 'Staff: scholarships',
  summary: 'Make a secret address at which the student pays the price of an active scholarship; it is answered this once',
  access: { staff: 'scholarships:write', stepUp: true },
  params: z.object({ id }),
  answers: { 200: z.object({ url: z.url() }) },
  errors: [404, 409],
  example: {
    answer: { url: 'https://school.example/razarpayment/101?offer=hbIhIEvq1Vmp9hDbpXkVqQ5xS6L1KFuzKHbFnYTdmYk' },
  },
})
