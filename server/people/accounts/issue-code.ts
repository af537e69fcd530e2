import { codeLength, codeMinutes } from '#contract/rules.ts'
import { sendLater, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'
import { type Send, waitFor } from './code-limits.ts'

export type CodePurpose = 'sign_in' | 'change' | 'erase' | 'trial'

/** Serialises every transaction that touches the codes of one address. */
export const lockCodes = statement('lock_codes', `select pg_advisory_xact_lock(hashtextextended($1, 71))`)
const recentCodeSends = statement<Send>(
  'recent_code_sends',
  `select extract(epoch from app_now() - s.sent_at)::float8 as age, s.network = $2::cidr as here,
     not exists (select 1 from known_networks k where k.email = s.email and k.network = s.network) as stranger
   from code_sends s
   where s.email = $1 and s.sent_at > app_now() - interval '1 day'
   order by s.sent_at desc`,
)
const knownNetwork = statement('known_network', `select 1 from known_networks where email = $1 and network = $2::cidr`)
const storeCode = statement(
  'store_code',
  `with sent as (
     insert into code_sends (email, network, sent_at, purpose) values ($1, $2::cidr, app_now(), $3::code_purpose)
   )
   insert into codes (email, purpose, code_hash, expires_at)
   values ($1, $3::code_purpose, $4, app_now() + make_interval(mins => $5))
   on conflict (email, purpose)
   do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, consumed_at = null`,
)

export type Issued = { code: string } | { waitSeconds: number }

/**
 * Issues a new code for an address, replacing the previous one, or returns the seconds to wait. Runs the same
 * statements for known and unknown addresses.
 */
export async function issueCode(
  deps: Deps,
  tx: Queryable,
  request: { email: string; purpose: CodePurpose; network: string },
): Promise<Issued> {
  const { email, purpose, network } = request
  const [, sends, known] = await Promise.all([
    rows(tx, lockCodes, [email]),
    rows(tx, recentCodeSends, [email, network]),
    row(tx, knownNetwork, [email, network]),
  ])
  const waitSeconds = waitFor(sends, known !== undefined)
  if (waitSeconds > 0) return { waitSeconds }
  const code = deps.random.digits(codeLength)
  sendLater(tx, storeCode, [email, network, purpose, hashesOfCode(deps, email, purpose, code)[0], codeMinutes])
  return { code }
}

/** One keyed hash per secret, the newest first. */
export function hashesOfCode(deps: Deps, email: string, purpose: CodePurpose, code: string): [Buffer, ...Buffer[]] {
  const [first, ...rest] = keysFor(deps.config.authSecrets, 'code').map((key) => hmac(key, `${email}\n${purpose}\n${code}`))
  if (!first) throw new Error('AUTH_SECRET is empty')
  return [first, ...rest]
}
