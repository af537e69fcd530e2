import type { ParsedOf } from '#contract/endpoint.ts'
import type { staffVerify } from '#contract/people/staff/sign-in.ts'
import { invalidCode } from '#server/people/accounts/invalid-code.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { checkFactor, factorError } from './check-factor.ts'
import { checkStaffCode, useStaffCode } from './check-staff-code.ts'
import { type Member, memberColumns, openStaffSession, type OpenedSession } from './staff-session.ts'

const memberOfAddress = statement<Member>(
  'member_of_address',
  `select ${memberColumns} from staff m where m.email = $1 and m.accepted_at is not null and m.disabled_at is null for share`,
)

interface Input {
  body: ParsedOf<typeof staffVerify>['body']
  ip: string
  userAgent: string
}
type Outcome = OpenedSession | 'wrong' | 'spent' | 'wrong_factor' | 'no_tries'

/**
 * Signs in with the newest mailed code and one second factor. The code is consumed only when both are right.
 * @throws HttpError 400 for every failure; the same for unknown and disabled accounts as for a wrong code
 */
export async function verifyStaff(deps: Deps, _visitor: Visitor, input: Input): Promise<OpenedSession> {
  // A failure is returned, not thrown, because it must be committed.
  const outcome = await transaction(deps.db, (tx) => attempt(deps, tx, input))
  if (outcome === 'wrong' || outcome === 'spent') throw invalidCode(outcome)
  if (outcome === 'wrong_factor' || outcome === 'no_tries') throw factorError(outcome, input.body)
  return outcome
}

async function attempt(deps: Deps, tx: Queryable, { body, ip, userAgent }: Input): Promise<Outcome> {
  const { email, otp } = body
  const network = networkOf(ip)
  const guess = await checkStaffCode(deps, tx, { email, network }, otp)
  if (guess !== 'right') return guess
  const member = await row(tx, memberOfAddress, [email])
  if (!member) return 'wrong'
  const factor = await checkFactor(deps, tx, { id: member.id, email, network, purpose: 'sign_in' }, body)
  if (factor === 'wrong_factor' || factor === 'no_tries') return factor
  if (!(await useStaffCode(deps, tx, email, otp))) return 'wrong'
  return openStaffSession(deps, tx, member, { factor, network, userAgent })
}
