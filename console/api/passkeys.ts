import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { z } from 'zod'
import { type CreationOptions, type newPasskey, type passkeyUse, staffPasskeyOptions } from '#contract/staff/sign-in.ts'
import { call } from './client.ts'

/** Proves a passkey: of an address while signing in, of the signed-in person without one. */
export async function provePasskey(email?: string): Promise<z.input<typeof passkeyUse>> {
  const { options } = await call(staffPasskeyOptions, { body: email === undefined ? {} : { email } })
  const used = await startAuthentication({ optionsJSON: options })
  return { ...used, clientExtensionResults: { ...used.clientExtensionResults } }
}

/** Makes a passkey on this device. */
export async function makePasskey(options: CreationOptions): Promise<z.input<typeof newPasskey>> {
  const made = await startRegistration({ optionsJSON: options })
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}
