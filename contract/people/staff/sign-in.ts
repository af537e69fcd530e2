import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { email, instant, line } from '#contract/fields.ts'
import * as messages from '#contract/messages.ts'
import { asciiDigits } from '#contract/rules.ts'
import { allPermissions, permissionsOf, roles } from '#contract/permissions.ts'

export const staffCodeSent = 'If this address belongs to a member of staff, a code is on its way.'
/** The secret of the app was sealed under an AUTH_SECRET that was replaced. */
export const lostFactor =
  'The school has replaced its secret, so your app can not be checked any more. Use a recovery code or a passkey, or ask for a new invitation: npm run staff -- reset.'
export const invalidFactor = 'This code or passkey does not work. Please try again with the next code of your app.'

const tag = 'Staff: sign-in'
const jwt = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…'

/** The signed-in member of staff, with the sum of the permissions of the roles. */
export const me = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** The first of the roles. */
  role: z.enum(roles),
  roles: z.array(z.enum(roles)),
  permissions: z.array(z.enum(allPermissions)),
})
export type Me = z.output<typeof me>
export const meExample: Me = {
  id: 3,
  name: 'Meera Kulkarni',
  email: 'meera@school.example',
  role: 'owner',
  roles: ['owner'],
  permissions: permissionsOf(['owner']),
}

/** The refresh token travels in a cookie that scripts can't read. */
const staffSignedIn = z.object({ access: z.string(), staff: me })
export type StaffSignedIn = z.output<typeof staffSignedIn>
const signedInExample: StaffSignedIn = { access: jwt, staff: meExample }

const digits = (message: string) =>
  z
    .string({ error: message })
    .max(20, message)
    .transform((typed) => asciiDigits(typed).replaceAll(' ', ''))
    .pipe(z.string().regex(/^\d{6}$/, message))
const mailedCode = digits('Please enter the 6 digits from the mail.')
export const totp = digits('Please enter the 6 digits from your app.')
const recovery = z
  .string({ error: 'Please enter a recovery code.' })
  .max(40, 'This is not a recovery code.')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z2-7]{16}$/, 'This is not a recovery code.'))

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
const attachment = z.enum(['cross-platform', 'platform']).optional()
const extensions = z.record(z.string().max(40), z.unknown())

/** `AuthenticationResponseJSON` of WebAuthn, as `startAuthentication()` returns it. */
export const passkeyUse = z.strictObject(
  {
    id: base64url(1400),
    rawId: base64url(1400),
    response: z.strictObject({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).optional(),
    }),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    type: z.literal('public-key'),
  },
  'This passkey can not be read.',
)
export type PasskeyUse = z.output<typeof passkeyUse>

/** `RegistrationResponseJSON` of WebAuthn, as `startRegistration()` returns it. */
export const newPasskey = z.strictObject(
  {
    id: base64url(1400),
    rawId: base64url(1400),
    response: z.strictObject({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(12_000),
      authenticatorData: base64url(4000).optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: base64url(4000).optional(),
    }),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    type: z.literal('public-key'),
  },
  'This passkey can not be read.',
)
export type NewPasskey = z.output<typeof newPasskey>

const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() })
const verification = z.literal('required')

/** `PublicKeyCredentialRequestOptionsJSON`, which the page passes to `startAuthentication()`. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: verification,
})
export type RequestOptions = z.output<typeof requestOptions>
const requestExample: RequestOptions = {
  challenge: 'x6vbS0s0Zb3Yb9h1qkDdVw',
  timeout: 300_000,
  rpId: 'school.example',
  allowCredentials: [],
  userVerification: 'required',
}

/** `PublicKeyCredentialCreationOptionsJSON`, which the page passes to `startRegistration()`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: verification,
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptions>
export const creationExample: CreationOptions = {
  challenge: 'x6vbS0s0Zb3Yb9h1qkDdVw',
  rp: { id: 'school.example', name: 'Karyashala' },
  user: { id: 'c3RhZmYgMw', name: 'meera@school.example', displayName: 'Meera Kulkarni' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

const oneOf = (names: readonly string[]) => (given: object) => names.filter((name) => name in given).length === 1
const giveOne = 'Please give one second factor.'

export const staffLogin = endpoint({
  name: 'logInStaff',
  method: 'POST',
  path: '/staff/auth/login/',
  tag,
  summary: 'Mail a code; every address gets the same answer in the same time',
  access: 'public',
  body: z.strictObject({ email }),
  answers: { 200: z.object({ message: z.string() }) },
  example: { body: { email: 'meera@school.example' }, answer: { message: staffCodeSent } },
})

export const staffPasskeyOptions = endpoint({
  name: 'offerStaffPasskey',
  method: 'POST',
  path: '/staff/auth/passkey-options/',
  tag,
  summary: 'Options for signing in with a passkey; with a token and an empty body, options for a step-up',
  access: 'optional-staff',
  body: z.strictObject({ email: email.optional() }),
  answers: { 200: z.object({ options: requestOptions }) },
  errors: [401],
  example: { body: { email: 'meera@school.example' }, answer: { options: requestExample } },
})

const signInFactors = { totp: totp.optional(), passkey: passkeyUse.optional(), recovery: recovery.optional() }
export const staffVerify = endpoint({
  name: 'verifyStaff',
  method: 'POST',
  path: '/staff/auth/verify/',
  tag,
  summary: 'Sign in with the mailed code and one second factor',
  access: 'public',
  body: z
    .strictObject({ email, otp: mailedCode, ...signInFactors })
    .refine(oneOf(Object.keys(signInFactors)), { error: giveOne, path: ['totp'] }),
  answers: { 200: staffSignedIn },
  example: { body: { email: 'meera@school.example', otp: '482915', totp: '123456' }, answer: signedInExample },
})

export const staffRefresh = endpoint({
  name: 'refreshStaffSession',
  method: 'POST',
  path: '/staff/auth/refresh/',
  tag,
  summary: 'Return a new access token and rotate the cookie; the Origin header must name this site',
  access: 'public',
  answers: { 200: staffSignedIn },
  errors: [401, 403],
  example: { answer: signedInExample },
})

export const staffLogout = endpoint({
  name: 'logOutStaff',
  method: 'POST',
  path: '/staff/auth/logout/',
  tag,
  summary: 'End the session of the cookie; the Origin header must name this site',
  access: 'public',
  answers: { 200: z.object({ message: z.string() }) },
  errors: [403],
  example: { answer: { message: messages.loggedOut } },
})

const stepUpFactors = { totp: totp.optional(), passkey: passkeyUse.optional() }
export const staffStepUp = endpoint({
  name: 'stepUpStaff',
  method: 'POST',
  path: '/staff/auth/step-up/',
  tag,
  summary: 'Confirm with the second factor, for the calls that ask for it',
  access: { staff: 'account:own' },
  body: z.strictObject(stepUpFactors).refine(oneOf(Object.keys(stepUpFactors)), { error: giveOne, path: ['totp'] }),
  answers: { 200: z.object({ stepped_up_until: instant }) },
  example: { body: { totp: '123456' }, answer: { stepped_up_until: '2026-11-22T10:45:00.000Z' } },
})

const token = z.string({ error: 'This link is not complete.' }).regex(/^[\w-]{43}$/, 'This link is not complete.')
const tokenExample = 'Vq3wT0e6Yk1nUu8sZ2hJ4cXbQ7rA5dLm9pFgKiWoE3I'

export const staffInvitation = endpoint({
  name: 'readStaffInvitation',
  method: 'POST',
  path: '/staff/auth/invitation/',
  tag,
  summary: 'What an invitation offers: the roles, and a secret or a passkey as second factor',
  access: 'public',
  body: z.strictObject({ token }),
  answers: {
    200: z.object({
      email: z.string(),
      name: z.string(),
      role: z.enum(roles),
      roles: z.array(z.enum(roles)),
      expires_at: instant,
      totp_secret: z.string(),
      totp_uri: z.string(),
      passkey_options: creationOptions,
    }),
  },
  errors: [410],
  example: {
    body: { token: tokenExample },
    answer: {
      email: 'meera@school.example',
      name: '',
      role: 'support',
      roles: ['support'],
      expires_at: '2026-11-23T10:30:00.000Z',
      totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      totp_uri: 'otpauth://totp/Karyashala:meera%40school.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Karyashala',
      passkey_options: creationExample,
    },
  },
})

const acceptFactors = { totp: totp.optional(), passkey: newPasskey.optional() }
export const staffAccept = endpoint({
  name: 'acceptStaffInvitation',
  method: 'POST',
  path: '/staff/auth/accept/',
  tag,
  summary: 'Accept an invitation with a second factor; answers the recovery codes, once',
  access: 'public',
  body: z
    .strictObject({ token, name: line(120, 'Please enter your name.'), ...acceptFactors })
    .refine(oneOf(Object.keys(acceptFactors)), { error: giveOne, path: ['totp'] }),
  answers: { 201: staffSignedIn.extend({ recovery_codes: z.array(z.string()) }) },
  errors: [410],
  example: {
    body: { token: tokenExample, name: 'Meera Kulkarni', totp: '123456' },
    answer: { ...signedInExample, recovery_codes: ['k3fd-7h2m-q7xw-aa4t'] },
  },
})
