import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { SealLost, unsealLasting } from '#server/platform/secrets/secrets.ts'

/** Of the staff who may sign in. */
export const storedTotps = statement<{ staff_id: number; sealed: Buffer }>(
  'stored_totps',
  `select t.staff_id, t.sealed from staff_totp t join staff m on m.id = t.staff_id where m.disabled_at is null order by 1`,
)
const resealTotp = statement('reseal_totp', `update staff_totp set sealed = $3 where staff_id = $1 and sealed = $2`)

/**
 * Seals the secrets of authenticator apps with the first AUTH_SECRET, so that a former one may be dropped.
 * @returns the ids of the staff whose secret no listed one opens
 */
export async function resealTotps(deps: Pick<Deps, 'config' | 'db'>, _system: System): Promise<number[]> {
  const lost: number[] = []
  for (const { staff_id: id, sealed } of await rows(deps.db, storedTotps)) {
    try {
      const { resealed } = unsealLasting(deps.config.authSecrets, sealed, 'staff-totp-seal')
      if (resealed) await rows(deps.db, resealTotp, [id, sealed, resealed])
    } catch (error) {
      if (!(error instanceof SealLost)) throw error
      lost.push(id)
    }
  }
  return lost
}
