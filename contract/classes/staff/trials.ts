import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'

/** Guests that a class takes at most. */
export const mostTrialSeats = 500

const guests = z.object({
  /** The version of the class, which a change of its seats names. */
  version: z.int(),
  seats: z.int(),
  taken: z.int(),
  /** False for a class that has begun or is cancelled, and for a person who may not change it. */
  may_change: z.boolean(),
  /** Those with a seat first, in the order in which they came. */
  guests: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Null for a person who does not read leads. */
      lead_id: z.int().nullable(),
      created_at: instant,
      released_at: instant.nullable(),
      /** When the guest opened the classroom first. */
      joined_at: instant.nullable(),
    }),
  ),
})
export type ClassGuests = z.output<typeof guests>

const example: ClassGuests = {
  version: 2,
  seats: 5,
  taken: 1,
  may_change: true,
  guests: [
    {
      id: 31,
      name: 'Asha Patil',
      lead_id: 77,
      created_at: '2026-12-19T06:30:00.000Z',
      released_at: null,
      joined_at: null,
    },
  ],
}

const ofClass = { tag: 'Staff: trials', params: z.object({ id }), answers: { 200: guests } } as const

export const readClassGuests = endpoint({
  ...ofClass,
  name: 'readClassGuests',
  method: 'GET',
  path: '/staff/sessions/:id/guests/',
  summary: 'Seats of a class for guests, and who has one; an instructor reads those of own classes',
  access: { staff: 'trials:read' },
  errors: [404],
  example: { answer: example },
})

export const setTrialSeats = endpoint({
  ...ofClass,
  name: 'setTrialSeats',
  method: 'PATCH',
  path: '/staff/sessions/:id/trial-seats/',
  summary: 'Open a class to guests, or close it with 0; guests keep their seats; If-Match names the version of the class',
  access: { staff: 'trials:write' },
  body: z.strictObject({
    seats: z
      .int({ error: 'Please give a number of seats.' })
      .min(0, 'Please give a number of seats.')
      .max(mostTrialSeats, `A class takes ${mostTrialSeats} guests at most.`),
  }),
  version: 'required',
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: guests }) },
  example: {
    body: { seats: 5 },
    answer: example,
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } },
  },
})
