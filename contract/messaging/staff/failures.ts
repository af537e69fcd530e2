import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/fields.ts'

const mail = z.object({
  id: z.int(),
  template: z.string(),
  /** Null is the school's own address. */
  to: z.string().nullable(),
  attempts: z.int(),
  /** What the mail server said last. */
  detail: z.string().nullable(),
  created_at: instant,
  /** Whether it is not tried any more. */
  is_given_up: z.boolean(),
  /** Whether it expired before it could be sent, so that it can't be sent any more. */
  is_expired: z.boolean(),
})
export type StuckMail = z.output<typeof mail>

const job = z.object({
  id: z.uuid(),
  name: z.string(),
  attempts: z.int(),
  detail: z.string().nullable(),
  created_at: instant,
  /** When it runs again by itself; null when it does not. */
  next_at: instant.nullable(),
})
export type StuckJob = z.output<typeof job>

const mailExample: StuckMail = {
  id: 41,
  template: 'receipt',
  to: 'asha@example.com',
  attempts: 6,
  detail: '451 4.7.1 Greylisted, please try again later',
  created_at: '2026-11-21T06:30:00.000Z',
  is_given_up: false,
  is_expired: false,
}
const done = z.object({ message: z.string() })

/** The mails and jobs that a list answers at most. */
export const listedFailures = 100

export const listFailures = endpoint({
  name: 'listFailures',
  method: 'GET',
  path: '/staff/failures/',
  tag: 'Staff: failures',
  summary: 'Mails and background jobs that keep failing, the oldest first',
  access: { staff: 'failures:read' },
  answers: { 200: z.object({ mails: z.array(mail), jobs: z.array(job) }) },
  example: { answer: { mails: [mailExample], jobs: [] } },
})

export const retryMail = endpoint({
  name: 'retryMail',
  method: 'POST',
  path: '/staff/failures/mails/:id/retry/',
  tag: 'Staff: failures',
  summary: 'Try to send a mail again now',
  access: { staff: 'failures:write' },
  params: z.object({ id }),
  answers: { 202: done },
  errors: [404, 409],
  example: { answer: { message: 'The mail is tried again now.' } },
})

export const retryJob = endpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/staff/failures/jobs/retry/',
  tag: 'Staff: failures',
  summary: 'Run a failed job again now',
  access: { staff: 'failures:write' },
  body: z.strictObject({ id: z.uuid('This is not the id of a job.') }),
  answers: { 202: done },
  errors: [404],
  example: {
    body: { id: '6f1c9f0e-6b6c-4a58-9a3a-0a3f4f1f2a11' },
    answer: { message: 'The job runs again now.' },
  },
})
