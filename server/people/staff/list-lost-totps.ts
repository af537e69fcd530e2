import type { Operator } from '#server/platform/auth/principal.ts'
import { rows } from '#server/platform/db/query.ts'
import { SealLost, unsealLasting } from '#server/platform/secrets/secrets.ts'
import { storedTotps } from './reseal-totps.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Returns the ids of the staff whose authenticator app no listed AUTH_SECRET opens. Only a reset lets them use one again. */
export async function listLostTotps(deps: Pick<StaffDeps, 'config' | 'db'>, _operator: Operator): Promise<Set<number>> {
  const stored = await rows(deps.db, storedTotps)
  return new Set(stored.filter(({ sealed }) => isLost(deps.config.authSecrets, sealed)).map(({ staff_id: id }) => id))
}

function isLost(secrets: readonly string[], sealed: Buffer): boolean {
  try {
    unsealLasting(secrets, sealed, 'staff-totp-seal')
    return false
  } catch (error) {
    if (error instanceof SealLost) return true
    throw error
  }
}
