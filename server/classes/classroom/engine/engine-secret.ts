import type { Config } from '#server/config.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

/** The secret by which web processes call an engine. Each knows it from the engine's id. */
export function engineSecret(config: Pick<Config, 'authSecrets'>, id: string): string {
  return hmac(keysFor(config.authSecrets, 'classroom-engine')[0], id).toString('base64url')
}
