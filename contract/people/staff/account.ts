import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line } from '#contract/fields.ts'
import { creationExample, creationOptions, me, meExample, newPasskey, totp } from './sign-in.ts'

const tag = 'Staff: own account'
const own = { staff: 'account:own' } as const
/** A lost factor is replaced after signing in with a recovery code. */
const stepUp = { staff: 'account:own', stepUp: 'or_recovery' } as const
const done = z.object({ message: z.string() })

const passkey = z.object({ id: z.int(), label: z.string(), created_at: instant, last_used_at: instant.nullable() })
export type Passkey = z.output<typeof passkey>
const passkeyExample: Passkey = {
  id: 5,
  label: 'Chrome on Windows',
  created_at: '2026-11-01T04:30:00.000Z',
  last_used_at: '2026-11-22T10:30:00.000Z',
}

export const readOwnAccount = endpoint({
  name: 'readOwnStaffAccount',
  method: 'GET',
  path: '/staff/account/',
  tag,
  summary: 'The caller with permissions and second factors',
  access: own,
  answers: {
    200: z.object({ staff: me, passkeys: z.array(passkey), totp: z.boolean(), recovery_codes_left: z.int() }),
  },
  example: { answer: { staff: meExample, passkeys: [passkeyExample], totp: true, recovery_codes_left: 10 } },
})

export const passkeyRegistrationOptions = endpoint({
  name: 'offerPasskeyRegistration',
  method: 'POST',
  path: '/staff/account/passkey-registration-options/',
  tag,
  summary: 'Options for a new passkey',
  access: stepUp,
  answers: { 200: z.object({ options: creationOptions }) },
  example: { answer: { options: creationExample } },
})

export const addOwnPasskey = endpoint({
  name: 'addOwnPasskey',
  method: 'POST',
  path: '/staff/account/passkeys/',
  tag,
  summary: 'Add a passkey',
  access: stepUp,
  body: z.strictObject({ label: line(60, 'Please name this passkey.'), passkey: newPasskey }),
  answers: { 201: passkey },
  example: {
    body: {
      label: 'Chrome on Windows',
      passkey: {
        id: 'x6vbS0s0Zb3Yb9h1qkDdVw',
        rawId: 'x6vbS0s0Zb3Yb9h1qkDdVw',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
        },
        clientExtensionResults: {},
        type: 'public-key',
      },
    },
    answer: passkeyExample,
  },
})

export const removeOwnPasskey = endpoint({
  name: 'removeOwnPasskey',
  method: 'DELETE',
  path: '/staff/account/passkeys/:id/',
  tag,
  summary: 'Remove a passkey, unless it is the last second factor',
  access: stepUp,
  params: z.object({ id }),
  answers: { 200: done },
  errors: [404, 409],
  example: { answer: { message: 'The passkey was removed.' } },
})

export const changeOwnTotp = endpoint({
  name: 'changeOwnTotp',
  method: 'POST',
  path: '/staff/account/totp/',
  tag,
  summary: 'Show a new secret for an authenticator app; with a code of it, use it from now on',
  access: stepUp,
  body: z.strictObject({ totp: totp.optional() }),
  answers: { 200: z.object({ totp_secret: z.string(), totp_uri: z.string() }), 201: done },
  example: {
    body: { totp: '123456' },
    answer: {
      totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      totp_uri: 'otpauth://totp/Karyashala:meera%40school.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Karyashala',
    },
    others: { 201: { message: 'The app is in use.' } },
  },
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/staff/account/recovery-codes/',
  tag,
  summary: 'Replace the recovery codes; the answer shows them once',
  access: stepUp,
  answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  example: { answer: { recovery_codes: ['k3fd-7h2m-q7xw-aa4t'] } },
})

const staffSession = z.object({
  id: z.uuid(),
  device: z.string(),
  network: z.string(),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
})
export type StaffSessionFacts = z.output<typeof staffSession>

export const listOwnSessions = endpoint({
  name: 'listOwnStaffSessions',
  method: 'GET',
  path: '/staff/account/sessions/',
  tag,
  summary: 'The active sessions of the caller, the current one first',
  access: own,
  answers: { 200: z.object({ items: z.array(staffSession) }) },
  example: {
    answer: {
      items: [
        {
          id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
          device: 'Chrome on Windows',
          network: '203.0.113.0/24',
          created_at: '2026-11-22T04:30:00.000Z',
          last_used_at: '2026-11-22T10:30:00.000Z',
          current: true,
        },
      ],
    },
  },
})

export const endOwnSession = endpoint({
  name: 'endOwnStaffSession',
  method: 'DELETE',
  path: '/staff/account/sessions/:id/',
  tag,
  summary: 'End a session of the caller',
  access: own,
  params: z.object({ id: z.uuid('This is not a valid session.') }),
  answers: { 200: done },
  errors: [404],
  example: { answer: { message: 'Signed out there.' } },
})
