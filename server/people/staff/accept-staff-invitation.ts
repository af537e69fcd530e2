import type { ParsedOf } from '#contract/endpoint.ts'
import type { staffAccept } from '#contract/people/staff/sign-in.ts'
import { parseUserAgent } from '#server/people/accounts/parse-user-agent.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement, transaction } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { factorError } from './check-factor.ts'
import { lockStaffAddress } from './issue-staff-code.ts'
import { addPasskey } from './passkeys.ts'
import { findInvitation } from './read-staff-invitation.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { type Member, memberColumns, openStaffSession, type OpenedSession, revokeStaffSessions } from './staff-session.ts'
import { confirmTotp } from './totp-offer.ts'

const acceptMember = statement<Member>(
  'accept_member',
  `with used as (update staff_invitations set used_at = app_now() where staff_id = $1),
   opened as (update setup_links set used_at = app_now() where staff_id = $1 and used_at is null)
   update staff m set name = $2, accepted_at = coalesce(accepted_at, app_now()) where id = $1 returning ${memberColumns}`,
)

type Body = ParsedOf<typeof staffAccept>['body']
interface Input {
  body: Body
  ip: string
  userAgent: string
}

/**
 * Accepts an invitation with a second factor and signs in. The link works once.
 * @throws HttpError 410 for a link that is not valid; 400 for a wrong factor, after which the link still works
 */
export async function acceptStaffInvitation(
  deps: Deps,
  _visitor: Visitor,
  { body, ip, userAgent }: Input,
): Promise<OpenedSession & { recovery_codes: string[] }> {
  // A failure is returned, not thrown, so that a used challenge stays used.
  const accepted = await transaction(deps.db, async (tx) => {
    const invited = await findInvitation(tx, body.token)
    await rows(tx, lockStaffAddress, [invited.email])
    // The person acts for the first time: the audit log names them.
    await setActor(tx, ['staff', invited.id])
    const factor = await addFactor(deps, tx, invited, { body, userAgent })
    if (!factor) return undefined
    const member = await one(tx, acceptMember, [invited.id, body.name])
    const codes = await issueRecoveryCodes(deps, tx, member.id)
    await revokeStaffSessions(tx, member.id)
    const session = await openStaffSession(deps, tx, member, { factor, network: networkOf(ip), userAgent })
    return { ...session, recovery_codes: codes }
  })
  if (!accepted) throw factorError('wrong_factor', body)
  return accepted
}

async function addFactor(
  deps: Deps,
  tx: Queryable,
  invited: Member,
  { body, userAgent }: { body: Body; userAgent: string },
): Promise<'totp' | 'passkey' | undefined> {
  if (body.totp !== undefined) return (await confirmTotp(deps, tx, invited.id, body.totp)) ? 'totp' : undefined
  if (!body.passkey) return undefined
  const added = await addPasskey(deps, tx, invited, { passkey: body.passkey, label: parseUserAgent(userAgent).name })
  return added === undefined ? undefined : 'passkey'
}
