import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { code, email, id, instant, line, phone } from '#contract/fields.ts'
import * as messages from '#contract/messages.ts'

/** `full`: all seats for guests are taken. `over`: it has begun. */
const trialStates = ['open', 'full', 'over', 'cancelled'] as const

const trialClass = z.object({
  session_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  /** "Class 7 of 28". A cancelled one has the number of the class before. */
  number: z.int(),
  total: z.int(),
  topic: z.string(),
  instructor: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** Guests can join from this time until the end of the class. */
  opens_at: instant,
  state: z.enum(trialStates),
  seats: z.int(),
  seats_left: z.int(),
})
export type TrialClass = z.output<typeof trialClass>

const path = '/classes/:session_id/trial/'
const ofClass = { tag: 'Trials', params: z.object({ session_id: id }) } as const

export const readTrialClass = endpoint({
  ...ofClass,
  name: 'readTrialClass',
  method: 'GET',
  path,
  summary: 'A class that is open to guests',
  access: 'public',
  answers: { 200: trialClass },
  errors: [404],
  cacheTags: ['course', 'instructor'],
  example: {
    answer: {
      session_id: 2101,
      course_id: 1,
      course: 'Full Stack Web Development',
      number: 7,
      total: 48,
      topic: 'Reading a query plan',
      instructor: 'Meera Kulkarni',
      starts_at: '2026-12-21T14:00:00.000Z',
      ends_at: '2026-12-21T15:30:00.000Z',
      opens_at: '2026-12-21T13:45:00.000Z',
      state: 'open',
      seats: 5,
      seats_left: 3,
    },
  },
})

/** A form sends an empty phone when none is typed. */
export const guestBody = z.strictObject({
  name: line(120, 'Name is required.'),
  email,
  phone: z.union([z.literal(''), phone]).optional(),
})

export const requestTrialSeat = endpoint({
  ...ofClass,
  name: 'requestTrialSeat',
  method: 'POST',
  path,
  summary: 'Mail a code to a person who wants a seat in one class; stores nothing else',
  access: 'public',
  body: guestBody,
  answers: { 200: z.object({ message: z.string() }) },
  errors: [404, 409, 410],
  example: {
    body: { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' },
    answer: { message: messages.codeSent },
  },
})

export const confirmTrialSeat = endpoint({
  ...ofClass,
  name: 'confirmTrialSeat',
  method: 'POST',
  path: `${path}confirm/`,
  summary: 'Take a seat with the mailed code; again for the same class and address it is the same seat',
  access: 'public',
  body: guestBody.extend({ otp: code }),
  answers: { 201: z.object({ key: z.string() }) },
  errors: [404, 409, 410],
  example: {
    body: { name: 'Asha Patil', email: 'asha@example.com', otp: '481920' },
    answer: { key: '31.q8bYyW1mCkF0Q2J3Z5rT7uV9xA1cE3gI5kM7oP9qR0s' },
  },
})

export const releaseTrialSeat = endpoint({
  ...ofClass,
  name: 'releaseTrialSeat',
  method: 'POST',
  path: `${path}release/`,
  summary: 'Give the seat of the guest back',
  access: 'attendee',
  answers: { 200: z.object({ released: z.literal(true) }) },
  errors: [401, 404],
  example: { answer: { released: true } },
})
