import { type PublicKeyCredentialCreationOptionsJSON, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { newPasskey, passkeyOptions, passkeyUse } from '#contract/staff/sign-in.ts'
import { staffPasskeyOptions } from '#contract/staff/sign-in.ts'
import { call } from '../api/client.ts'

type Options = z.output<typeof passkeyOptions>

/** Proves a passkey: of an address while signing in, of the signed-in person without one. */
export async function provePasskey(email?: string): Promise<z.input<typeof passkeyUse>> {
  const { options } = await call(staffPasskeyOptions, { body: email === undefined ? {} : { email } })
  // The contract passes WebAuthn's options on as they are.
  const used = await startAuthentication({ optionsJSON: options })
  return used as z.input<typeof passkeyUse>
}

/** Makes a passkey on this device. */
export async function makePasskey(options: Options): Promise<z.input<typeof newPasskey>> {
  const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  return made as z.input<typeof newPasskey>
}
