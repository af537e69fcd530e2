import { createHash } from 'node:crypto'
import { namesOfRoles, type Role } from '#contract/permissions.ts'
import { invitationHours } from '#contract/staff-rules.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import type { StaffDeps } from './staff-deps.ts'

export interface Invitation {
  /** The page that accepts the invitation. The secret is in its fragment, which browsers do not send. */
  link: string
  expiresAt: Date
}

const storeStaffInvitation = statement<{ expires_at: Date }>(
  'store_staff_invitation',
  `insert into staff_invitations (staff_id, token_hash, expires_at) values ($1, $2, app_now() + make_interval(hours => $3))
   on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null
   returning expires_at`,
)

export function hashOfInvitation(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Stores the secret of a person's invitation, in place of an earlier one. */
export async function storeInvitation(
  deps: Pick<StaffDeps, 'random'>,
  tx: Queryable,
  staffId: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = deps.random.bytes(32).toString('base64url')
  const { expires_at: expiresAt } = await one(tx, storeStaffInvitation, [staffId, hashOfInvitation(token), invitationHours])
  return { token, expiresAt }
}

/** Mails a person a link that works once, within 24 hours. It replaces an earlier one. */
export async function sendInvitation(
  deps: StaffDeps,
  tx: Queryable,
  member: { id: number; email: string; name: string; roles: readonly Role[] },
): Promise<Invitation> {
  const { token, expiresAt } = await storeInvitation(deps, tx, member.id)
  const link = `${deps.config.publicUrl}/console/invitation#${token}`
  await queueMail(
    deps,
    tx,
    {
      template: 'staff-invitation',
      to: member.email,
      props: { name: member.name, role: namesOfRoles(member.roles), link, hours: invitationHours },
    },
    { secret: true, expiresInMinutes: invitationHours * 60 },
  )
  return { link, expiresAt }
}
