import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { code, email, emailInQuery, instant, personName, phone } from '#contract/fields.ts'
import { eraseWord } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'

const user = z.object({ id: z.int(), full_name: z.string(), email: z.string(), verified: z.boolean() })
type User = z.output<typeof user>

const done = z.object({ message: z.string() })
const tokens = z.object({ access: z.string(), refresh: z.string() })
const signedIn = tokens.extend({ user })
export type SignedIn = z.output<typeof signedIn>

const jwt = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…'
const userExample: User = { id: 12, full_name: 'Asha Patil', email: 'asha@example.com', verified: true }
const tokensExample = { access: jwt, refresh: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' }

export const loginBody = z.strictObject({ email })
export const logIn = endpoint({
  name: 'logIn',
  method: 'POST',
  path: '/auth/login/',
  tag: 'Accounts',
  summary: 'Mail a sign-in code; known and unknown addresses get the same answer',
  access: 'public',
  body: loginBody,
  answers: { 200: done },
  errors: [401],
  example: { body: { email: 'asha@example.com' }, answer: { message: messages.codeSent } },
})

export const readCodeDelay = endpoint({
  name: 'readCodeDelay',
  method: 'GET',
  path: '/auth/code-delay/',
  tag: 'Accounts',
  summary: 'Whether mails with codes are late at the moment; the same for everybody',
  access: 'public',
  answers: { 200: z.object({ late: z.boolean() }) },
  example: { answer: { late: false } },
})

export const registerBody = z.strictObject({
  full_name: personName('Full name is required.'),
  phone_number: phone,
  email,
  type: z.enum(['register', 'enroll']),
  /** Asks for a mail when a payment is begun and not finished. It holds once the address is verified. */
  unfinished_mails: z.boolean('Please say whether you want this mail.').optional(),
})
export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/auth/register/',
  tag: 'Accounts',
  summary: 'Create a free account; `enroll` also signs a new student in, so that the payment can continue',
  access: 'public',
  body: registerBody,
  answers: { 201: z.object({ message: z.string() }).extend(signedIn.partial().shape) },
  errors: [409],
  example: {
    body: { full_name: 'Asha Patil', phone_number: '9876543210', email: 'asha@example.com', type: 'register' },
    answer: { message: messages.registered },
  },
})

/** Fields of the code form. */
export const codeFields = z.object({ otp: code })
/** Accepts any typed text, so that every malformed code gets the same answer as a wrong one. */
const typedCode = z
  .string({ error: 'Please enter the OTP.' })
  .trim()
  .min(1, { error: 'Please enter the OTP.', abort: true })
  .regex(/^[\x20-\x7e]{1,20}$/, messages.invalidCode)
const codeBody = z.strictObject({ otp: typedCode })
export const verifyCode = endpoint({
  name: 'verifyCode',
  begun: true,
  method: 'POST',
  path: '/auth/verify-otp/',
  tag: 'Accounts',
  summary: 'Sign in with the code from the mail; the first success verifies the address',
  // A session from registering proves which registration of the address belongs to the caller.
  access: 'optional',
  query: z.object({ email: emailInQuery }),
  body: codeBody,
  answers: { 200: signedIn },
  example: { body: { otp: '482915' }, answer: { ...tokensExample, user: userExample } },
})

const refreshBody = z.strictObject({
  refresh: z.string({ error: 'This is not a refresh token.' }).regex(/^[\w.-]{1,200}$/, 'This is not a refresh token.'),
})
export const refreshSession = endpoint({
  name: 'refreshSession',
  begun: true,
  method: 'POST',
  path: '/token/refresh/',
  tag: 'Accounts',
  summary: 'A new access token and the next refresh token',
  access: 'public',
  body: refreshBody,
  answers: { 200: tokens },
  errors: [401],
  example: { body: { refresh: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' }, answer: tokensExample },
})

export const logOut = endpoint({
  name: 'logOut',
  method: 'POST',
  path: '/auth/logout/',
  tag: 'Accounts',
  summary: 'End the session that the refresh token belongs to',
  access: 'public',
  body: refreshBody,
  answers: { 200: done },
  example: { body: { refresh: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' }, answer: { message: messages.loggedOut } },
})

export const profile = z.object({
  student: z
    .object({
      user: z.object({
        first_name: z.string(),
        email: z.string(),
        verified: z.boolean(),
        /** The mail server refused the address for good: only codes are mailed to it. */
        bouncing: z.boolean(),
      }),
      phone: z.string(),
    })
    .nullable(),
})
export type Profile = z.output<typeof profile>
export const readProfile = endpoint({
  name: 'readProfile',
  method: 'GET',
  path: '/auth/profile/',
  tag: 'Accounts',
  summary: 'The signed-in student; `first_name` holds the full name',
  access: 'student',
  answers: { 200: profile },
  errors: [401],
  example: {
    answer: {
      student: {
        user: { first_name: 'Asha Patil', email: 'asha@example.com', verified: true, bouncing: false },
        phone: '9876543210',
      },
    },
  },
})

/** Fields that a student may change. The phone is empty only when there is none yet. */
export const changeFields = z.object({ email, phone: phone.or(z.literal('')) })
/** The field that is requested when the account has no phone. */
export const phoneFields = z.object({ phone })
const changeBody = z.strictObject({
  // The name is read-only: it is accepted and ignored.
  user: z.strictObject({ first_name: z.string().max(200).optional(), email: changeFields.shape.email }),
  student: z.strictObject({ phone: changeFields.shape.phone }),
})
export const requestChange = endpoint({
  name: 'requestChange',
  method: 'POST',
  path: '/auth/profile/',
  tag: 'Accounts',
  summary: 'Request a change of e-mail or phone; it is applied once the mailed code is entered',
  access: 'student',
  body: changeBody,
  answers: { 200: z.object({ message: z.string(), email: z.string() }) },
  errors: [401, 403, 409],
  example: {
    body: { user: { first_name: 'Asha Patil', email: 'asha.patil@example.com' }, student: { phone: '9876543210' } },
    answer: { message: messages.changeCodeSent, email: 'asha.patil@example.com' },
  },
})

export const confirmChange = endpoint({
  name: 'confirmChange',
  method: 'POST',
  path: '/auth/update-verify/',
  tag: 'Accounts',
  summary: 'Apply the change with the code from the mail; `email` is the address it was sent to',
  access: 'student',
  query: z.object({ email: emailInQuery }),
  body: codeBody,
  answers: { 200: done },
  errors: [401, 409],
  example: { body: { otp: '482915' }, answer: { message: messages.profileUpdated } },
})

export const undoBody = z.strictObject({
  token: z.string({ error: 'This link is not complete.' }).regex(/^[\w-]{43}$/, 'This link is not complete.'),
})
export const undoChange = endpoint({
  name: 'undoChange',
  method: 'POST',
  path: '/auth/undo-change/',
  tag: 'Accounts',
  summary: 'Undo a change of e-mail and phone, or of the name, with the link from the notice; the former ends every session',
  access: 'public',
  body: undoBody,
  answers: {
    200: z.object({
      message: z.string(),
      email: z.string(),
      /** The name that came back; null when the link restored e-mail or phone. */
      name: z.string().nullable(),
    }),
  },
  errors: [409],
  example: {
    body: { token: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' },
    answer: { message: 'The change was undone.', email: 'asha@example.com', name: null },
  },
})

const activeSession = z.object({
  id: z.uuid(),
  device: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
})
export type ActiveSession = z.output<typeof activeSession>
const sessionExample: ActiveSession = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  device: 'Chrome on Windows',
  kind: 'computer',
  created_at: '2026-11-20T09:12:00.000Z',
  last_seen_at: '2026-11-21T06:30:00.000Z',
  current: true,
}
export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions/',
  tag: 'Accounts',
  summary: 'Active sessions of the student, the current one first; each refresh updates `last_seen_at`',
  access: 'student',
  answers: { 200: z.object({ sessions: z.array(activeSession) }) },
  errors: [401],
  example: { answer: { sessions: [sessionExample] } },
})
export const endSession = endpoint({
  name: 'endSession',
  method: 'POST',
  path: '/auth/sessions/:id/end/',
  tag: 'Accounts',
  summary: 'End one session; its next request is rejected',
  access: 'student',
  params: z.object({ id: z.uuid('This is not a session.') }),
  answers: { 200: done },
  errors: [401, 404],
  example: { answer: { message: 'Logged out there.' } },
})
export const endAllSessions = endpoint({
  name: 'endAllSessions',
  method: 'POST',
  path: '/auth/sessions/end-all/',
  tag: 'Accounts',
  summary: 'End every session of the student, including this one',
  access: 'student',
  answers: { 200: done },
  errors: [401],
  example: { answer: { message: 'Logged out everywhere.' } },
})

/** One row of a part. Plain values only. */
const exportedRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export const exportedData = z.object({ exported_at: instant, parts: z.record(z.string(), z.array(exportedRow)) })
export type ExportedData = z.output<typeof exportedData>
export const exportData = endpoint({
  name: 'exportData',
  method: 'GET',
  path: '/auth/export/',
  tag: 'Accounts',
  summary: 'All personal data of the student; amounts in rupees',
  access: 'student',
  answers: { 200: exportedData },
  errors: [401],
  example: {
    answer: {
      exported_at: '2026-11-21T06:30:00.000Z',
      parts: { profile: [{ full_name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' }], payments: [] },
    },
  },
})

export const requestErasure = endpoint({
  name: 'requestErasure',
  method: 'POST',
  path: '/auth/erase/',
  tag: 'Accounts',
  summary: 'Mail the code that confirms the erasure',
  access: 'student',
  answers: { 200: z.object({ message: z.string(), email: z.string() }) },
  errors: [401, 409],
  example: { answer: { message: messages.changeCodeSent, email: 'asha@example.com' } },
})
export const eraseFields = z.object({ confirm: z.literal(eraseWord, { error: `Type ${eraseWord} to confirm.` }), otp: code })
const eraseBody = z.strictObject({ confirm: eraseFields.shape.confirm, otp: typedCode })
export const eraseAccount = endpoint({
  name: 'eraseAccount',
  method: 'POST',
  path: '/auth/erase-verify/',
  tag: 'Accounts',
  summary: 'Erase the account and its personal data; payment records stay, as the law requires',
  access: 'student',
  body: eraseBody,
  answers: { 200: done },
  errors: [401, 409],
  example: { body: { confirm: eraseWord, otp: '482915' }, answer: { message: 'Your account and your data have been erased.' } },
})
