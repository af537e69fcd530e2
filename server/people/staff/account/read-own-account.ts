import type { Passkey, readOwnAccount as contract } from '#contract/people/staff/account.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { meOf } from '#server/people/staff/staff-session.ts'
import { readOwnMember } from './own-member.ts'

interface PasskeyRow {
  id: number
  label: string
  created_at: Date
  last_used_at: Date | null
}

const ownPasskeys = statement<PasskeyRow>(
  'own_passkeys',
  `select id, label, created_at, last_used_at from staff_passkeys where staff_id = $1 order by id`,
)
const ownFactors = statement<{ totp: boolean; codes: number }>(
  'own_factors',
  `select exists (select 1 from staff_totp where staff_id = $1) as totp,
     (select count(*) from staff_recovery_codes where staff_id = $1 and used_at is null)::int as codes`,
)

export async function readOwnAccount(deps: Deps, staff: SignedInStaff): Promise<AnswerOf<typeof contract>> {
  const member = await readOwnMember(deps.db, staff)
  const { totp, codes } = await one(deps.db, ownFactors, [staff.id])
  return { staff: meOf(member), passkeys: await listOwnPasskeys(deps.db, staff.id), totp, recovery_codes_left: codes }
}

export async function listOwnPasskeys(db: Queryable, staffId: number): Promise<Passkey[]> {
  return (await rows(db, ownPasskeys, [staffId])).map(({ created_at: made, last_used_at: used, ...passkey }) => ({
    ...passkey,
    created_at: made.toISOString(),
    last_used_at: used?.toISOString() ?? null,
  }))
}
