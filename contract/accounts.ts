import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { code, email, line, phone } from './fields.ts'

export const user = z.object({ id: z.int(), full_name: z.string(), email: z.string(), verified: z.boolean() })
export type User = z.output<typeof user>

const done = z.object({ message: z.string() })
const tokens = z.object({ access: z.string(), refresh: z.string() })
export const signedIn = tokens.extend({ user })
export type SignedIn = z.output<typeof signedIn>

const jwt = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…'
const userExample: User = { id: 12, full_name: 'Asha Patil', email: 'asha@example.com', verified: true }
const tokensExample = { access: jwt, refresh: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' }

export const loginBody = z.strictObject({ email })
export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/login/',
  tag: 'Accounts',
  summary: 'Mail a sign-in code; known and unknown addresses get the same answer',
  access: 'public',
  body: loginBody,
  answers: { 200: done },
  errors: [401],
  example: { body: { email: 'asha@example.com' }, answer: { message: 'OTP was successfully sent to your email.' } },
})

export const registerBody = z.strictObject({
  full_name: line(120, 'Full name is required.'),
  phone_number: phone,
  email,
  type: z.enum(['register', 'enroll']),
})
export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/auth/register/',
  tag: 'Accounts',
  summary: 'Create a free account; `enroll` signs a new student in at once so that paying can go on',
  access: 'public',
  body: registerBody,
  answers: { 201: z.object({ message: z.string() }).extend(signedIn.partial().shape) },
  errors: [409],
  example: {
    body: { full_name: 'Asha Patil', phone_number: '9876543210', email: 'asha@example.com', type: 'register' },
    answer: { message: 'Registration successful! Please verify OTP.' },
  },
})

export const codeBody = z.strictObject({ otp: code })
export const verifyOtp = endpoint({
  name: 'verifyOtp',
  method: 'POST',
  path: '/auth/verify-otp/',
  tag: 'Accounts',
  summary: 'Sign in with the code from the mail; the first success verifies the address',
  access: 'public',
  query: z.object({ email }),
  body: codeBody,
  answers: { 200: signedIn },
  example: { body: { otp: '482915' }, answer: { ...tokensExample, user: userExample } },
})

export const refreshBody = z.strictObject({
  refresh: z.string({ error: 'This is not a refresh token.' }).regex(/^[\w.-]{1,200}$/, 'This is not a refresh token.'),
})
export const refreshToken = endpoint({
  name: 'refreshToken',
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

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout/',
  tag: 'Accounts',
  summary: 'End the session that the refresh token belongs to',
  access: 'public',
  body: refreshBody,
  answers: { 200: done },
  example: { body: { refresh: 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I' }, answer: { message: 'Logged out successfully' } },
})

export const profile = z.object({
  student: z
    .object({
      user: z.object({ first_name: z.string(), email: z.string(), verified: z.boolean() }),
      phone: z.string(),
    })
    .nullable(),
})
export type Profile = z.output<typeof profile>
export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/auth/profile/',
  tag: 'Accounts',
  summary: 'The signed-in student; `first_name` holds the full name',
  access: 'student',
  answers: { 200: profile },
  errors: [401],
  example: {
    answer: {
      student: { user: { first_name: 'Asha Patil', email: 'asha@example.com', verified: true }, phone: '9876543210' },
    },
  },
})
