import type { WebAuthnCredential } from '@simplewebauthn/server'
import { challengeMinutes } from '#contract/staff-rules.ts'
import {
  type CreationOptions,
  creationOptions,
  type NewPasskey,
  type PasskeyUse,
  requestOptions,
  type RequestOptions,
} from '#contract/people/staff/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { passkeyHost, siteOrigins } from './site-origins.ts'

/** Decides on a challenge: whether this product issued it for this purpose. */
type Expected = (challenge: string) => Promise<boolean>
type Configured = Pick<Deps, 'config'>

/** Passkeys belong to the host of PUBLIC_URL. */
const rpIdOf = ({ config }: Configured) => passkeyHost(config.publicUrl)
const originsOf = ({ config }: Configured) => siteOrigins(config.publicUrl)
/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]
const timeout = challengeMinutes * 60_000
/** Loaded when it is needed, because it is a ninth of the modules of the process and students never use it. */
const library = () => import('@simplewebauthn/server')

/** @param allowed the person's passkeys; without them the browser offers those that it knows, so that nothing is revealed */
export async function offerUse(deps: Configured, allowed: { id: string; transports: string[] }[] = []): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(deps),
    allowCredentials: allowed,
    userVerification: 'required',
    timeout,
  })
  return requestOptions.parse(options)
}

export async function offerRegistration(
  deps: Configured,
  person: { id: number; email: string; name: string; issuer: string; present: string[] },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: person.issuer,
    rpID: rpIdOf(deps),
    userID: new TextEncoder().encode(`staff ${person.id}`),
    userName: person.email,
    userDisplayName: person.name || person.email,
    excludeCredentials: person.present.map((id) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    // Signing in names no credential, so the authenticator has to know the account.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
  })
  return creationOptions.parse(options)
}

/** Returns the counter after the use of a passkey; undefined when the use is not valid. */
export async function verifyUse(
  deps: Configured,
  response: PasskeyUse,
  credential: WebAuthnCredential,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected,
      expectedOrigin: originsOf(deps),
      expectedRPID: rpIdOf(deps),
      credential,
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (error) {
    return refuseInvalid(error)
  }
}

/** Returns the new credential; undefined when the registration is not valid. */
export async function verifyRegistration(
  deps: Configured,
  response: NewPasskey,
  expected: Expected,
): Promise<WebAuthnCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: expected,
      expectedOrigin: originsOf(deps),
      expectedRPID: rpIdOf(deps),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo.credential : undefined
  } catch (error) {
    return refuseInvalid(error)
  }
}

/** The library throws for every invalid response. Errors of the database, which has a code, are not its own. */
function refuseInvalid(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && 'severity' in error) throw error
  return undefined
}
