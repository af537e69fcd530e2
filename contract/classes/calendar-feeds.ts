import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/fields.ts'

const shared = { path: '/calendar-feed/', tag: 'Classes', access: 'student-or-staff' } as const

const feed = z.object({
  created_at: instant,
  /** When a calendar last asked, within ten minutes; null before it does. */
  last_read_at: instant.nullable(),
})
export type CalendarFeed = z.output<typeof feed>

export const readCalendarFeed = endpoint({
  ...shared,
  name: 'readCalendarFeed',
  method: 'GET',
  summary: 'Whether the caller has a calendar to subscribe to; its address is answered only when it is made',
  answers: {
    200: z.object({
      /** False for staff who are no instructors. */
      available: z.boolean(),
      feed: feed.nullable(),
    }),
  },
  errors: [401],
  example: {
    answer: { available: true, feed: { created_at: '2026-11-22T04:30:00.000Z', last_read_at: '2026-11-22T10:30:00.000Z' } },
  },
})

export const makeCalendarFeed = endpoint({
  ...shared,
  name: 'makeCalendarFeed',
  method: 'POST',
  summary: 'Make the caller’s calendar; a former address stops working. The answer is the only one with the address',
  answers: { 201: z.object({ url: z.string(), created_at: instant }) },
  errors: [401, 404],
  example: {
    answer: {
      url: 'https://school.example/calendar/Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I.ics',
      created_at: '2026-11-22T04:30:00.000Z',
    },
  },
})

export const revokeCalendarFeed = endpoint({
  ...shared,
  name: 'revokeCalendarFeed',
  method: 'DELETE',
  summary: 'Revoke the caller’s calendar; its address stops working at once',
  answers: { 200: z.object({ message: z.string() }) },
  errors: [401, 404],
  example: { answer: { message: 'Your calendar address no longer works.' } },
})
