import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { email, instant, line } from '#contract/fields.ts'

const tag = 'Staff: first school'
const token = z.string({ error: 'This link is not complete.' }).regex(/^[\w-]{43}$/, 'This link is not complete.')
const tokenExample = 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I'

export const readSetupLink = endpoint({
  name: 'readSetupLink',
  method: 'POST',
  path: '/staff/auth/setup-link/',
  tag,
  summary: 'Whether the link of a new school works, and what its holder has given so far; 410 once there is an owner',
  access: 'public',
  body: z.strictObject({ token }),
  answers: { 200: z.object({ expires_at: instant, name: z.string(), email: z.string() }) },
  errors: [410],
  example: { body: { token: tokenExample }, answer: { expires_at: '2026-11-23T10:30:00.000Z', name: '', email: '' } },
})

export const claimSetupLink = endpoint({
  name: 'claimSetupLink',
  method: 'POST',
  path: '/staff/auth/setup-owner/',
  tag,
  summary: 'Name the first owner; answers the token of an invitation, which is accepted with a second factor and ends the link',
  access: 'public',
  body: z.strictObject({ token, name: line(120, 'Please enter your name.'), email }),
  answers: { 201: z.object({ token: z.string() }) },
  errors: [409, 410],
  example: {
    body: { token: tokenExample, name: 'Meera Kulkarni', email: 'meera@school.example' },
    answer: { token: 'kB0d1sPz9mXr5vT2wYq8nJ4hLcQ7aF3eUgRtOiCy6E0' },
  },
})
