import type { ParsedOf } from '#contract/endpoint.ts'
import { stepUpMinutes } from '#contract/staff-rules.ts'
import type { staffStepUp } from '#contract/people/staff/sign-in.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { checkFactor, factorError } from './check-factor.ts'
import { lockStaffAddress } from './issue-staff-code.ts'

export const addressOfStaff = statement<{ email: string; name: string }>(
  'address_of_staff',
  `select email, name from staff where id = $1`,
)
const noteStepUp = statement<{ until: Date }>(
  'note_step_up',
  `update staff_sessions set factor = $2, factor_at = app_now() where id = $1 and revoked_at is null
   returning factor_at + make_interval(mins => $3) as until`,
)

interface Input {
  body: ParsedOf<typeof staffStepUp>['body']
  ip: string
}

/** @throws HttpError 400 for a wrong factor, which costs one of five tries */
export async function stepUpStaff(deps: Deps, staff: SignedInStaff, input: Input): Promise<{ stepped_up_until: string }> {
  const outcome = await transaction(deps.db, (tx) => attempt(deps, tx, staff, input))
  if (outcome === 'wrong_factor' || outcome === 'no_tries') throw factorError(outcome, input.body)
  return { stepped_up_until: outcome.toISOString() }
}

async function attempt(
  deps: Deps,
  tx: Queryable,
  staff: SignedInStaff,
  { body, ip }: Input,
): Promise<Date | 'wrong_factor' | 'no_tries'> {
  const member = await row(tx, addressOfStaff, [staff.id])
  if (!member) throw unauthenticated()
  await rows(tx, lockStaffAddress, [member.email])
  const owner = { id: staff.id, email: member.email, network: networkOf(ip), purpose: 'step_up' } as const
  const factor = await checkFactor(deps, tx, owner, body)
  if (factor === 'wrong_factor' || factor === 'no_tries') return factor
  const noted = await row(tx, noteStepUp, [staff.sessionId, factor, stepUpMinutes])
  if (!noted) throw unauthenticated()
  return noted.until
}
