import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/fields.ts'

/** The secret of a payment link: 256 bits in base64url. */
export const offerPattern = /^[\w-]{43}$/

/** What an opened link says. Only `active` leads to a payment. */
const openedStates = ['active', 'waiting', 'paid', 'expired', 'withdrawn', 'unverified', 'foreign'] as const

const opened = z.object({
  state: z.enum(openedStates),
  message: z.string(),
  /** What its person pays; null for the usual price, and in every other state. */
  price_paise: z.int().nullable(),
  /** Null in every other state. */
  expires_at: instant.nullable(),
})
export type OpenedLink = z.output<typeof opened>

const body = z.strictObject({
  batch_id: z.int().positive().max(2_147_483_647),
  offer: z.string().regex(offerPattern, 'This link is not complete.'),
})
const bodyExample: z.input<typeof body> = { batch_id: 101, offer: 'hbIhIEvq1Vmp9hDbpXkVqQ5xS6L1KFuzKHbFnYTdmYk' }

/** The secret is in the body, so that no log of a server and no referrer has it. */
export const openPaymentLink = endpoint({
  name: 'openPaymentLink',
  method: 'POST',
  path: '/payment/link/open/',
  tag: 'Payments',
  summary: 'Open a payment link: it belongs to the account from then on, and the next start of a payment has its price',
  access: 'student',
  body,
  answers: { 200: opened },
  errors: [401, 404],
  example: {
    body: bodyExample,
    answer: {
      state: 'active',
      message: 'This link is yours.',
      price_paise: 3_000_000,
      expires_at: '2026-12-05T12:30:00.000Z',
    } satisfies OpenedLink,
  },
})

export const readPaymentLink = endpoint({
  name: 'readPaymentLink',
  method: 'POST',
  path: '/payment/link/',
  tag: 'Payments',
  summary: 'What a visitor with a payment link learns before signing in: its state and price, never whose it is; changes nothing',
  access: 'public',
  body,
  answers: { 200: opened },
  errors: [404],
  example: {
    body: bodyExample,
    answer: {
      state: 'active',
      message: 'This link is for one person. Please sign in to use it.',
      price_paise: 3_000_000,
      expires_at: '2026-12-05T12:30:00.000Z',
    } satisfies OpenedLink,
  },
})
