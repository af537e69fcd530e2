import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { z } from 'zod'
import { type CreationOptions, type newPasskey, type passkeyUse, staffPasskeyOptions } from '#contract/people/staff/sign-in.ts'
import { call } from './client.ts'
import { ShownError } from './error-text.ts'

/** Proves a passkey: of an address while signing in, of the signed-in person without one. */
export async function provePasskey(email?: string): Promise<z.input<typeof passkeyUse>> {
  assertNamedHost()
  const { options } = await call(staffPasskeyOptions, { body: email === undefined ? {} : { email } })
  const used = await startAuthentication({ optionsJSON: options }).catch(explain)
  return { ...used, clientExtensionResults: { ...used.clientExtensionResults } }
}

/** Makes a passkey on this device. */
export async function makePasskey(options: CreationOptions): Promise<z.input<typeof newPasskey>> {
  assertNamedHost()
  const made = await startRegistration({ optionsJSON: options }).catch(explain)
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}

/** Browsers refuse passkeys on an address of numbers, such as the one of a demo. @throws ShownError that says where they work */
function assertNamedHost(): void {
  const { hostname, port, pathname } = window.location
  if (!/^[\d.]+$|^\[/.test(hostname)) return
  const named = hostname === '127.0.0.1' || hostname === '[::1]' ? ` Open http://localhost:${port}${pathname} instead.` : ''
  throw new ShownError(`Passkeys need a host with a name.${named}`)
}

/** @throws ShownError */
function explain(error: unknown): never {
  const code = error instanceof WebAuthnError ? error.code : undefined
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new ShownError('This device has a passkey for you already.')
  if (error instanceof Error && error.name === 'NotSupportedError') throw new ShownError('This browser has no passkeys.')
  throw new ShownError('The passkey was not used. Try again, or take another way.')
}
