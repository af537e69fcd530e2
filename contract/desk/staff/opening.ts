import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/fields.ts'

const tag = 'Staff: first school'
const webhookUrl = 'https://school.example/api/payment/webhook/'

/** What a school can't be opened without. */
const openingNeeds = ['settings', 'state', 'policies'] as const

/** What a new school does until its first sale, each once. */
export const firstTasks = ['mail', 'webhook', 'policies_read', 'gstin', 'batch'] as const

const opening = z.object({
  /** Null while visitors see that the school opens soon. */
  opened_at: instant.nullable(),
  /** What is left before it may be opened. */
  missing: z.array(z.enum(openingNeeds)),
  /** What is left until the first sale; null before the school is open, and after that sale. */
  tasks: z.array(z.object({ name: z.enum(firstTasks), done: z.boolean() })).nullable(),
  /** The address at which the payment provider delivers its events. */
  webhook_url: z.string(),
})
export type Opening = z.output<typeof opening>

export const readOpening = endpoint({
  name: 'readOpening',
  method: 'GET',
  path: '/staff/opening/',
  tag,
  summary: 'Whether visitors see the school, and what is left before it may be opened',
  access: { staff: 'settings:read' },
  answers: { 200: opening },
  example: { answer: { opened_at: null, missing: ['policies'], tasks: null, webhook_url: webhookUrl } },
})

export const openSchool = endpoint({
  name: 'openSchool',
  method: 'POST',
  path: '/staff/opening/',
  tag,
  summary: 'Show the school to visitors; 409 while something is missing, and the same answer when it is open',
  access: { staff: 'settings:write' },
  answers: { 200: opening },
  errors: [409],
  example: {
    answer: {
      opened_at: '2026-11-23T10:30:00.000Z',
      missing: [],
      tasks: [{ name: 'mail', done: true }],
      webhook_url: webhookUrl,
    },
  },
})

export const confirmPolicies = endpoint({
  name: 'confirmPolicies',
  method: 'POST',
  path: '/staff/opening/policies-read/',
  tag,
  summary: 'Note that a lawyer has read the policies',
  access: { staff: 'settings:write' },
  answers: { 200: opening },
  example: {
    answer: {
      opened_at: '2026-11-23T10:30:00.000Z',
      missing: [],
      tasks: [{ name: 'policies_read', done: true }],
      webhook_url: webhookUrl,
    },
  },
})

export const previewSchool = endpoint({
  name: 'previewSchool',
  method: 'POST',
  path: '/staff/opening/preview/',
  tag,
  summary: 'Let this browser see the site before it opens, by a cookie for a day',
  access: { staff: 'settings:read' },
  answers: { 200: z.object({ path: z.string() }) },
  example: { answer: { path: '/home' } },
})
