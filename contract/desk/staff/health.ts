import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/fields.ts'

const check = z.object({
  /** Stays the same from version to version, for programs that read it. */
  name: z.string(),
  title: z.string(),
  /** False when a person has to do something. */
  ok: z.boolean(),
  /** What was found, in one sentence or figure. */
  figure: z.string(),
  /** What to do; null when nothing is to be done. */
  advice: z.string().nullable(),
})
export type HealthCheck = z.output<typeof check>

const health = z.object({
  /** Whether nothing needs a person. */
  ok: z.boolean(),
  checked_at: instant,
  /** Of the running program, as the change log names it. */
  version: z.string(),
  checks: z.array(check),
})
export type Health = z.output<typeof health>

/** Checks that look outside wait some seconds for an answer, so this call may take that long. */
export const readHealth = endpoint({
  name: 'readHealth',
  method: 'GET',
  path: '/staff/health/',
  tag: 'Staff: health',
  summary: 'What of the server, its settings and its neighbours needs a person, with what to do',
  access: { staff: 'health:read' },
  answers: { 200: health },
  example: {
    answer: {
      ok: false,
      checked_at: '2026-12-01T05:30:00.000Z',
      version: '1.0.0',
      checks: [
        { name: 'disk', title: 'Disk', ok: true, figure: '72 GB free of 252 GB', advice: null },
        {
          name: 'mail-spf',
          title: 'Mail: SPF',
          ok: false,
          figure: 'school.example has no SPF record',
          advice: 'Add the TXT record that your mail service names, so that mailboxes believe its servers.',
        },
      ],
    },
  },
})
