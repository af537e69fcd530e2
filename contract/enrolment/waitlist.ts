import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, rupees } from '#contract/fields.ts'

/** `offered`: a seat is held for the person. `lapsed`: the offer was not taken, or the batch began without a free seat. */
export const waitlistStates = ['waiting', 'offered', 'taken', 'lapsed', 'left'] as const

/** Minutes before the first class from which nobody joins, and no seat is offered: it is sold to whoever comes. */
export const waitlistClosesMinutes = 60
/** Minutes before the first class at which the last offers end. */
export const offersEndMinutes = 15
/** Batches that an account may wait for at once. */
export const openWaits = { verified: 10, unverified: 2 } as const

export const waitlistEntry = z.object({
  batch_id: z.int(),
  /** From 1; null when the entry is closed. */
  place: z.int().nullable(),
  state: z.enum(waitlistStates),
  /** Until then the seat is held; null without an offer. */
  offered_until: instant.nullable(),
  course_id: z.int(),
  course: z.string(),
  batch_type: z.string(),
  starts_at: instant,
  /** Rupees that the course costs today. An offer promises the seat, not a price. */
  amount: rupees,
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

export const waitlistExample: z.input<typeof waitlistEntry> = {
  batch_id: 101,
  place: 1,
  state: 'offered',
  offered_until: '2026-12-03T12:30:00.000Z',
  course_id: 1,
  course: 'Full Stack Web Development',
  batch_type: 'Weekday evening',
  starts_at: '2026-12-07T14:00:00.000Z',
  amount: 36000,
}

export const joinWaitlist = endpoint({
  name: 'joinWaitlist',
  method: 'POST',
  path: '/batches/:id/waitlist/',
  tag: 'Enrolment',
  summary: 'Wait for a seat of a full batch',
  access: 'student',
  params: z.object({ id }),
  answers: { 201: z.object({ place: z.int(), state: z.enum(waitlistStates) }) },
  errors: [401, 404, 409],
  example: { answer: { place: 3, state: 'waiting' } },
})

export const leaveWaitlist = endpoint({
  name: 'leaveWaitlist',
  method: 'DELETE',
  path: '/batches/:id/waitlist/',
  tag: 'Enrolment',
  summary: 'Leave the waitlist of a batch. An offered seat goes to the next person',
  access: 'student',
  params: z.object({ id }),
  answers: { 200: z.object({ state: z.enum(waitlistStates) }) },
  errors: [401, 404],
  example: { answer: { state: 'left' } },
})

export const listWaitlist = endpoint({
  name: 'listWaitlist',
  begun: true,
  method: 'GET',
  path: '/waitlist/',
  tag: 'Enrolment',
  summary: 'The batches that the student waits or waited for, each with its newest state',
  access: 'student',
  answers: { 200: z.object({ items: z.array(waitlistEntry) }) },
  errors: [401],
  example: { answer: { items: [waitlistExample] } },
})

// 256 bits in base64url.
const token = z.string().regex(/^[\w-]{43}$/, 'This link is not complete.')

export const readWaitlistLink = endpoint({
  name: 'readWaitlistLink',
  begun: true,
  method: 'POST',
  path: '/waitlist/by-link/',
  tag: 'Enrolment',
  summary: 'The entry of a link in a mail. The secret stands in the body, so that no log has it',
  access: 'public',
  body: z.strictObject({ token }),
  answers: { 200: waitlistEntry },
  errors: [404],
  example: { body: { token: 'Zm9yIGFuIGV4YW1wbGUgb25seSwgdGhpcyBpcyBub25' }, answer: waitlistExample },
})

export const leaveByLink = endpoint({
  name: 'leaveByLink',
  method: 'POST',
  path: '/waitlist/leave/',
  tag: 'Enrolment',
  summary: 'Leave a waitlist by the link in a mail. A repeated call answers the same',
  access: 'public',
  body: z.strictObject({ token }),
  answers: { 200: waitlistEntry },
  errors: [404],
  example: {
    body: { token: 'Zm9yIGFuIGV4YW1wbGUgb25seSwgdGhpcyBpcyBub25' },
    answer: { ...waitlistExample, place: null, state: 'left', offered_until: null },
  },
})
