import { factorTries } from '#contract/staff-rules.ts'
import type { PasskeyUse } from '#contract/people/staff/sign-in.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, invalid } from '#server/platform/errors/errors.ts'
import { invalidFactor, lostFactor } from '#contract/people/staff/sign-in.ts'
import { checkPasskey } from './check-passkey.ts'
import { checkRecoveryCode } from './recovery-codes.ts'
import { checkTotp, isTotpLost } from './totp.ts'

/** One of the three is given. */
export interface GivenFactor {
  totp?: string | undefined
  passkey?: PasskeyUse | undefined
  recovery?: string | undefined
}
export type FactorKind = keyof GivenFactor

const recentFactorTries = statement<{ tries: number }>(
  'recent_factor_tries',
  `select count(*)::int as tries from staff_factor_tries
   where staff_id = $1 and network = $2::cidr and tried_at > app_now() - make_interval(mins => $3)`,
)
const noteFactorTry = statement(
  'note_factor_try',
  `insert into staff_factor_tries (staff_id, network, tried_at) values ($1, $2::cidr, app_now())`,
)
const clearFactorTries = statement(
  'clear_factor_tries',
  `delete from staff_factor_tries where staff_id = $1 and network = $2::cidr`,
)

export interface FactorOwner {
  id: number
  email: string
  network: string
  purpose: 'sign_in' | 'step_up'
}

/**
 * Checks a second factor and returns its kind. A wrong one costs one of five tries of the account and network in 15 minutes,
 * so the caller must commit either way. The caller holds the lock of the address.
 * @throws HttpError 400 when AUTH_SECRET no longer checks the person's factors
 */
export async function checkFactor(
  deps: Deps,
  tx: Queryable,
  owner: FactorOwner,
  given: GivenFactor,
): Promise<FactorKind | 'wrong_factor' | 'no_tries'> {
  const { tries } = await one(tx, recentFactorTries, [owner.id, owner.network, factorTries.minutes])
  if (tries >= factorTries.most) return 'no_tries'
  const kind = await matchFactor(deps, tx, owner, given)
  if (kind === undefined) {
    await rows(tx, noteFactorTry, [owner.id, owner.network])
    return tries + 1 === factorTries.most ? 'no_tries' : 'wrong_factor'
  }
  await rows(tx, clearFactorTries, [owner.id, owner.network])
  return kind
}

async function matchFactor(deps: Deps, tx: Queryable, owner: FactorOwner, given: GivenFactor): Promise<FactorKind | undefined> {
  if (given.totp !== undefined) return (await checkTotp(deps, tx, owner.id, given.totp)) ? 'totp' : undefined
  if (given.passkey !== undefined) return (await checkPasskey(deps, tx, owner, given.passkey)) ? 'passkey' : undefined
  if (given.recovery === undefined) return undefined
  if (await checkRecoveryCode(deps, tx, owner.id, given.recovery)) return 'recovery'
  // The code may be one of an earlier version, whose key is lost with the app's.
  if (await isTotpLost(deps, tx, owner.id)) throw invalid(lostFactor, { recovery: [lostFactor] })
  return undefined
}

/** Error 400 for a failed second factor, under the field that was sent. Its `code` tells the page when no try is left. */
export function factorError(outcome: 'wrong_factor' | 'no_tries', given: { [kind in FactorKind]?: unknown }): HttpError {
  const field = given.totp !== undefined ? 'totp' : given.passkey !== undefined ? 'passkey' : 'recovery'
  const message =
    outcome === 'no_tries' ? `Too many tries. Please wait ${factorTries.minutes} minutes and try again.` : invalidFactor
  const code = outcome === 'no_tries' ? 'too_many_tries' : 'invalid_factor'
  return new HttpError(400, code, message, { fields: { [field]: [message] } })
}
