import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { newTotpSecret, openTotp, sealTotp, stepOf } from './totp.ts'

// A live offer stays, so that a page can be loaded again after its secret was scanned. One that AUTH_SECRET no longer opens is replaced.
const offerTotpSecret = statement<{ sealed: Buffer }>(
  'offer_totp_secret',
  `insert into staff_totp_offers as o (staff_id, sealed, expires_at)
   select id, $2, app_now() + make_interval(mins => $3) from staff where id = $1
   on conflict (staff_id) do update set
     sealed = case when o.expires_at > app_now() and o.sealed is distinct from $4 then o.sealed else excluded.sealed end,
     expires_at = greatest(o.expires_at, excluded.expires_at)
   returning sealed`,
)
const offeredTotp = statement<{ sealed: Buffer; now: number }>(
  'offered_totp',
  `select sealed, floor(extract(epoch from app_now()))::float8 as now from staff_totp_offers
   where staff_id = $1 and expires_at > app_now()`,
)
const takeOfferedTotp = statement<{ staff_id: number }>(
  'take_offered_totp',
  `with taken as (delete from staff_totp_offers where staff_id = $1)
   insert into staff_totp (staff_id, sealed, last_step, created_at) values ($1, $2, $3, app_now())
   on conflict (staff_id) do update set sealed = excluded.sealed, last_step = excluded.last_step, created_at = excluded.created_at
   returning staff_id`,
)

/** Returns the secret to show to a person, who confirms it with a code. @param minutes for which it can be confirmed */
export async function offerTotp(deps: Deps, tx: Queryable, staffId: number, minutes: number): Promise<string> {
  const secret = newTotpSecret()
  const offer = (lost: Buffer | null) => one(tx, offerTotpSecret, [staffId, sealTotp(deps, secret), minutes, lost])
  const { sealed } = await offer(null)
  const opened = openTotp(deps, sealed)
  if (opened !== undefined) return opened
  await offer(sealed)
  return secret
}

/** Replaces a person's secret by the offered one. Returns false for a wrong code or an expired offer. */
export async function confirmTotp(deps: Deps, tx: Queryable, staffId: number, code: string): Promise<boolean> {
  const offer = await row(tx, offeredTotp, [staffId])
  const secret = offer && openTotp(deps, offer.sealed)
  const step = offer && secret !== undefined ? stepOf(secret, code, offer.now) : undefined
  if (!offer || step === undefined) return false
  await one(tx, takeOfferedTotp, [staffId, offer.sealed, step])
  return true
}
