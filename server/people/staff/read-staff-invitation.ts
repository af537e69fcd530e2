import type { AnswerOf } from '#contract/endpoint.ts'
import { invitationHours } from '#contract/staff-rules.ts'
import type { staffInvitation } from '#contract/people/staff/sign-in.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { type Queryable, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { gone } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { storeChallenge } from './challenges.ts'
import { hashOfInvitation } from './invitations.ts'
import { type Member, memberColumns } from './staff-session.ts'
import { offerTotp } from './totp-offer.ts'
import { totpUri } from './totp.ts'
import { offerRegistration } from './web-authn.ts'

const openInvitation = statement<Member & { expires_at: Date }>(
  'open_invitation',
  `select ${memberColumns}, i.expires_at from staff_invitations i join staff m on m.id = i.staff_id
   where i.token_hash = $1 and i.used_at is null and i.expires_at > app_now() and m.disabled_at is null
   for update of i`,
)

/** Finds the invitation of a link and locks it. @throws HttpError 410 for a used, expired or unknown link */
export async function findInvitation(tx: Queryable, token: string): Promise<Member & { expires_at: Date }> {
  const found = await row(tx, openInvitation, [hashOfInvitation(token)])
  if (!found) throw gone('invitation_invalid', 'This invitation has been used or has expired. Ask an owner for a new one.')
  return found
}

/** Shows an invitation, with the secret for an authenticator app and the options for a passkey. @throws HttpError 410 */
export async function readStaffInvitation(
  deps: Deps,
  _visitor: Visitor,
  input: { body: { token: string } },
): Promise<AnswerOf<typeof staffInvitation>> {
  const { brand } = await readSiteSettings(deps)
  return transaction(deps.db, async (tx) => {
    const member = await findInvitation(tx, input.body.token)
    const { id, email, name, roles } = member
    const secret = await offerTotp(deps, tx, id, invitationHours * 60)
    const options = await offerRegistration(deps, { id, email, name, issuer: brand, present: [] })
    await storeChallenge(tx, 'register', email, options.challenge)
    return {
      email,
      name,
      role: roles[0],
      roles,
      expires_at: member.expires_at.toISOString(),
      totp_secret: secret,
      totp_uri: totpUri(brand, email, secret),
      passkey_options: options,
    }
  })
}
