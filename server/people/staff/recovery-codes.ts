import { createHash } from 'node:crypto'
import { recoveryCodeCount } from '#contract/staff-rules.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

const replaceRecoveryCodes = statement(
  'replace_recovery_codes',
  `with former as (delete from staff_recovery_codes where staff_id = $1)
   insert into staff_recovery_codes (staff_id, code_hash) select $1, unnest($2::bytea[])`,
)
const useRecoveryCode = statement(
  'use_recovery_code',
  `update staff_recovery_codes set used_at = app_now()
   where staff_id = $1 and code_hash = any($2) and used_at is null returning 1`,
)

/** Replaces the recovery codes of a person. Returns them once, as `k3fd-7h2m-q7xw-aa4t`; only hashes are stored. */
export async function issueRecoveryCodes(deps: Deps, tx: Queryable, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => newCode(deps))
  await rows(tx, replaceRecoveryCodes, [staffId, codes.map((code) => hashesOf(deps, staffId, code)[0])])
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Whether a code without its dashes is right; true once for each code. */
export async function checkRecoveryCode(deps: Deps, tx: Queryable, staffId: number, code: string): Promise<boolean> {
  return (await row(tx, useRecoveryCode, [staffId, hashesOf(deps, staffId, code)])) !== undefined
}

/** 80 bits. */
function newCode(deps: Deps): string {
  return Array.from(deps.random.bytes(16), (byte) => alphabet[byte % alphabet.length] ?? '').join('')
}

/**
 * The hash of a code, then those by which earlier versions stored it. Theirs depend on AUTH_SECRET, so a lost secret would void them. A code
 * has 80 bits, so its hash needs no key.
 */
function hashesOf(deps: Deps, staffId: number, code: string): Buffer[] {
  const text = `${staffId}\n${code}`
  const former = keysFor(deps.config.authSecrets, 'staff-recovery-code').map((key) => hmac(key, text))
  return [createHash('sha256').update(`staff-recovery-code\n${text}`).digest(), ...former]
}
