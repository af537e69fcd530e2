import { operator } from '#server/platform/auth/principal.ts'
import { type KeyDeps, listPublicKeys, rotateSigningKey } from '#server/learning/certificates/signing-key.ts'
import type { Printed } from '#server/platform/cli/printed.ts'

const usage = `npm run certificates -- keys         the keys of credentials, the one that signs first
npm run certificates -- rotate-key   make a new key that signs from now on; what the former key signed remains verifiable`

/** Runs one of the operator's commands about certificates. */
export async function runCertificates(deps: KeyDeps, args: readonly string[]): Promise<Printed> {
  const [command, ...more] = args
  if (more.length === 0 && command === 'keys') {
    return { lines: (await listPublicKeys(deps)).map(({ id, x }) => `${id}  ${x}`), code: 0 }
  }
  if (more.length === 0 && command === 'rotate-key') {
    return { lines: [`${await rotateSigningKey(deps, operator)} signs from now on.`], code: 0 }
  }
  return { lines: [usage], code: 2 }
}
