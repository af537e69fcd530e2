import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { System } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { deleteMail } from '#server/messaging/mail/delete-mail.ts'
import { lockAddress } from './claim-address.ts'

/** Days after the last registration. */
const retentionDays = 30

// An account with an order stays, because its payment may still arrive, and one that staff moved money for, or brought over with its payments.
const stale = `u.verified_at is null and u.disabled_at is null
     and greatest(u.created_at, u.consented_at) < app_now() - make_interval(days => $1)
     and not exists (select 1 from registrations r where r.user_id = u.id and r.consented_at >= app_now() - make_interval(days => $1))
     and not exists (select 1 from payment_orders o where o.user_id = u.id)
     and not exists (select 1 from enrolments e where e.user_id = u.id)
     and not exists (select 1 from past_payments p where p.user_id = u.id)
     and not exists (select 1 from approvals a where a.user_id = u.id)`
const staleRegistrations = statement<{ id: number; email: string }>(
  'stale_registrations',
  `select u.id, u.email from users u where ${stale} order by u.id limit 1000`,
)
const sweepRegistration = statement('sweep_registration', `delete from users u where u.id = $2 and ${stale} returning 1`)

/** Deletes accounts whose code was never entered, 30 days after the last registration. */
export async function sweepRegistrations(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  for (const { id, email } of await rows(deps.db, staleRegistrations, [retentionDays])) {
    await transaction(deps.db, (tx) => removeRegistration(tx, id, email))
  }
}

async function removeRegistration(tx: Queryable, id: number, email: string): Promise<void> {
  // Waits for a concurrent registration or verification of the address.
  await rows(tx, lockAddress, [email])
  if (await row(tx, sweepRegistration, [retentionDays, id])) await deleteMail(tx, email, ['sign-in-code', 'no-account-yet'])
}
