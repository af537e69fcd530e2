import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { waitlistStates } from '#contract/enrolment/waitlist.ts'
import { body as errorOf, errorBody } from '#contract/errors.ts'
import { day, id, instant, line } from '#contract/fields.ts'
import { idFilter } from '#contract/filters.ts'
import { flag, readOnlyResource, recordFields } from '#contract/resource.ts'

export const waitlistStateNames: Readonly<Record<(typeof waitlistStates)[number], string>> = {
  waiting: 'Waiting',
  offered: 'Seat offered',
  taken: 'Enrolled',
  lapsed: 'Lapsed',
  left: 'Left',
}
const endings = ['enrolled', 'not_taken', 'batch_started', 'batch_cancelled', 'left', 'removed', 'erased'] as const
export const waitlistEndingNames: Readonly<Record<(typeof endings)[number], string>> = {
  enrolled: 'Got a place',
  not_taken: 'Did not take the seat in time',
  batch_started: 'The batch began',
  batch_cancelled: 'The batch was cancelled',
  left: 'Left the list',
  removed: 'Removed by staff',
  erased: 'Account erased',
}

const record = z.object({
  ...recordFields,
  batch_id: z.int(),
  course: z.string(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  student_id: z.int(),
  student: z.string(),
  email: z.string(),
  /** From 1; null when the entry is closed. */
  place: z.int().nullable(),
  state: z.enum(waitlistStates),
  joined_at: instant,
  offered_at: instant.nullable(),
  offered_until: instant.nullable(),
  closed_at: instant.nullable(),
  closed_because: z.enum(endings).nullable(),
  /** What staff wrote when they moved, offered or removed it last. */
  reason: z.string().nullable(),
})
export type WaitlistRecord = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 7,
  version: 1,
  batch_id: 101,
  course: 'Full Stack Web Development',
  batch_starts_on: '2026-12-07',
  student_id: 12,
  student: 'Asha Patil',
  email: 'asha@example.com',
  place: 2,
  state: 'waiting',
  joined_at: '2026-11-21T06:30:00.000Z',
  offered_at: null,
  offered_until: null,
  closed_at: null,
  closed_because: null,
  reason: null,
}

/** Who waits for a seat. People join and leave by themselves; staff have verbs. */
export const waitlist = readOnlyResource({
  name: 'waitlist',
  singular: 'waitlist entry',
  record,
  filters: {
    batch: idFilter,
    /** A student. */
    user: idFilter,
    /** Whether the person waits or has an offer. */
    open: flag.optional(),
    state: z.enum(waitlistStates, `Please give one of ${waitlistStates.join(', ')}.`).optional(),
  },
  sort: ['turn', 'joined_at', 'id'],
  usualSort: '-joined_at',
  permission: { read: 'enrolments:read' },
  stepUp: ['export'],
  words: { state: waitlistStateNames, closed_because: waitlistEndingNames },
  examples: { record: example },
})

const reason = line(300, 'Please say why.')

const verb = <const Name extends string, Body extends z.ZodType>(
  name: Name,
  { path, summary, body, example: given }: { path: `/${string}`; summary: string; body: Body; example: z.input<Body> },
) =>
  endpoint({
    name,
    method: 'POST',
    path: `/staff/waitlist/:id${path}`,
    tag: 'Staff: enrolments',
    summary,
    access: { staff: 'enrolments:write' },
    params: z.object({ id }),
    body,
    version: 'required',
    answers: { 200: record },
    errors: [404, 409, 428],
    failures: { 412: errorBody.extend({ current: record }) },
    example: {
      body: given,
      answer: example,
      others: { 412: { ...errorOf('Somebody else has changed this.', 'stale'), current: example } },
    },
  })

export const moveWaiting = verb('moveWaiting', {
  path: '/move/',
  summary: 'Give a waiting person another place of the list; If-Match names the version',
  body: z.strictObject({
    place: z.int('Please give a place.').min(1, 'Please give a place from 1.').max(100_000, 'Please give a place of the list.'),
    reason,
  }),
  example: { place: 1, reason: 'Asked before the list was opened.' },
})

export const offerSeat = verb('offerSeat', {
  path: '/offer/',
  summary: 'Offer a free seat to a waiting person out of turn, and mail it; If-Match names the version',
  body: z.strictObject({ reason }),
  example: { reason: 'Moves from a batch that was cancelled.' },
})

export const removeWaiting = verb('removeWaiting', {
  path: '/remove/',
  summary: 'Take a person off the list and mail it. An offered seat goes to the next one; If-Match names the version',
  body: z.strictObject({ reason }),
  example: { reason: 'Asked for it on the phone.' },
})
