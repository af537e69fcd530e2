import { parseUserAgent } from '#server/people/accounts/parse-user-agent.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'

const rememberStaffDevice = statement<{ is_new: boolean }>(
  'remember_staff_device',
  `insert into staff_devices (staff_id, device, network, last_used_at) values ($1, $2, $3::cidr, app_now())
   on conflict (staff_id, device, network) do update set last_used_at = excluded.last_used_at
   returning xmax = 0 as is_new`,
)
export const activeOwners = statement<{ email: string; name: string }>(
  'active_owners',
  `select email, name from staff
   where 'owner' = any (roles) and accepted_at is not null and disabled_at is null and id <> $1 order by id`,
)

/** Remembers the browser and network of a sign-in. The person and the owners get a mail about a new one. */
export async function noteDevice(
  deps: Deps,
  tx: Queryable,
  member: { id: number; name: string; email: string },
  { userAgent, network }: { userAgent: string; network: string },
): Promise<void> {
  const device = parseUserAgent(userAgent).name
  const remembered = await row(tx, rememberStaffDevice, [member.id, device, network])
  if (!remembered?.is_new) return
  const props = { name: member.name, email: member.email, device, network }
  await queueMail(deps, tx, { template: 'staff-new-device', to: member.email, props: { ...props, own: true } })
  for (const owner of await rows(tx, activeOwners, [member.id])) {
    await queueMail(deps, tx, { template: 'staff-new-device', to: owner.email, props: { ...props, own: false } })
  }
}
