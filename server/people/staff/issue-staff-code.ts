import { codeLength, codeMinutes } from '#contract/rules.ts'
import { type Send, waitFor } from '#server/people/accounts/code-limits.ts'
import type { Issued } from '#server/people/accounts/issue-code.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

/** Serialises every transaction that touches the codes and factors of one address. */
export const lockStaffAddress = statement('lock_staff_address', `select pg_advisory_xact_lock(hashtextextended($1, 73))`)
const recentStaffSends = statement<Send>(
  'recent_staff_sends',
  `select extract(epoch from app_now() - s.sent_at)::float8 as age, s.network = $2::cidr as here,
     not exists (
       select 1 from staff_devices d join staff m on m.id = d.staff_id where m.email = s.email and d.network = s.network
     ) as stranger
   from staff_code_sends s
   where s.email = $1 and s.sent_at > app_now() - interval '1 day'
   order by s.sent_at desc`,
)
const knownStaffNetwork = statement<{ known: boolean }>(
  'known_staff_network',
  `select exists (
     select 1 from staff_devices d join staff m on m.id = d.staff_id where m.email = $1 and d.network = $2::cidr
   ) as known`,
)
const storeStaffCode = statement(
  'store_staff_code',
  `with sent as (
     insert into staff_code_sends (email, network, sent_at) values ($1, $2::cidr, app_now())
   )
   insert into staff_codes (email, code_hash, expires_at) values ($1, $3, app_now() + make_interval(mins => $4))
   on conflict (email) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, consumed_at = null`,
)

/**
 * Issues a new code for an address, replacing the previous one, or returns the seconds to wait. The limits are those of
 * students. Runs the same statements for known and unknown addresses.
 */
export async function issueStaffCode(deps: Deps, tx: Queryable, { email, network }: From): Promise<Issued> {
  await rows(tx, lockStaffAddress, [email])
  const sends = await rows(tx, recentStaffSends, [email, network])
  const { known } = await one(tx, knownStaffNetwork, [email, network])
  const waitSeconds = waitFor(sends, known)
  if (waitSeconds > 0) return { waitSeconds }
  const code = deps.random.digits(codeLength)
  await rows(tx, storeStaffCode, [email, network, hashesOfStaffCode(deps, email, code)[0], codeMinutes])
  return { code }
}

export interface From {
  email: string
  network: string
}

/** One keyed hash per secret, the newest first. */
export function hashesOfStaffCode(deps: Deps, email: string, code: string): Buffer[] {
  return keysFor(deps.config.authSecrets, 'staff-code').map((key) => hmac(key, `${email}\n${code}`))
}
