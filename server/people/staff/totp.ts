import { generateSecret, generateURI, verifySync } from 'otplib'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { lostFactor } from '#contract/people/staff/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { seal, SealLost, unseal } from '#server/platform/secrets/secrets.ts'

/** Seconds of one step (RFC 6238). */
const period = 30

export const newTotpSecret = (): string => generateSecret()

/** The address from which an authenticator app reads the secret. */
export function totpUri(issuer: string, email: string, secret: string): string {
  return generateURI({ issuer, label: email, secret })
}

export function sealTotp(deps: Pick<Deps, 'config'>, secret: string): Buffer {
  return seal(deps.config.authSecrets, { secret }, 'staff-totp-seal')
}

/** @throws SealLost when AUTH_SECRET no longer lists the secret that sealed it */
function unsealTotp(deps: Pick<Deps, 'config'>, sealed: Buffer): string {
  return String(unseal(deps.config.authSecrets, sealed, 'staff-totp-seal')['secret'])
}

/** Returns undefined for a secret that AUTH_SECRET no longer opens. */
export function openTotp(deps: Pick<Deps, 'config'>, sealed: Buffer): string | undefined {
  try {
    return unsealTotp(deps, sealed)
  } catch (error) {
    if (error instanceof SealLost) return undefined
    throw error
  }
}

/**
 * Returns the step at which a code is right, in the current step or one before or after it; undefined for a wrong one.
 * @param now seconds of the epoch by the database's clock
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const result = verifySync({ secret, token: code, epoch: now, epochTolerance: period })
  return result.valid ? Math.floor(now / period) + result.delta : undefined
}

const totpOfStaff = statement<{ sealed: Buffer; now: number }>(
  'totp_of_staff',
  `select sealed, floor(extract(epoch from app_now()))::float8 as now from staff_totp where staff_id = $1`,
)
// Seals the secret again, so that a former AUTH_SECRET may be dropped once everybody has signed in.
const useTotpStep = statement(
  'use_totp_step',
  `update staff_totp set last_step = $2, sealed = $3 where staff_id = $1 and last_step < $2 returning 1`,
)

/** Whether AUTH_SECRET no longer opens the secret of a person's app. */
export async function isTotpLost(deps: Pick<Deps, 'config'>, tx: Queryable, staffId: number): Promise<boolean> {
  const found = await row(tx, totpOfStaff, [staffId])
  return found !== undefined && openTotp(deps, found.sealed) === undefined
}

/**
 * Whether a code is right. Each step is accepted once, and none before it.
 * @throws HttpError 400 when AUTH_SECRET no longer opens the secret of the app
 */
export async function checkTotp(deps: Deps, tx: Queryable, staffId: number, code: string): Promise<boolean> {
  const found = await row(tx, totpOfStaff, [staffId])
  if (!found) return false
  const secret = openTotp(deps, found.sealed)
  if (secret === undefined) throw invalid(lostFactor, { totp: [lostFactor] })
  const step = stepOf(secret, code, found.now)
  return step !== undefined && (await row(tx, useTotpStep, [staffId, step, sealTotp(deps, secret)])) !== undefined
}
