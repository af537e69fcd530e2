import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type MailLane, sendDeliveries } from './mail-lanes.ts'

// A mail that is still tried has its job. Its next try takes the new address. An address that bounces refuses the mail again.
const resendUndelivered = statement<{ id: number; lane: MailLane; gave_up: boolean }>(
  'resend_undelivered',
  `with due as (
     select o.id, r."to", o.given_up_at is not null as gave_up
     from jsonb_to_recordset($1::jsonb) as r (cause text, "to" text) join mail_outbox o on o.cause = r.cause
     where o.sent_at is null and (o.given_up_at is not null or o.attempts > 0)
       and o.to_address not like '%@erased.invalid' and r."to" not like '%@erased.invalid'
     order by o.id for no key update of o
   )
   update mail_outbox o set to_address = due."to", given_up_at = null, bounced_at = null, attempts = 0, last_error = null,
     expires_at = app_now() + make_interval(mins => $2)
   from due where o.id = due.id returning o.id, o.lane, due.gave_up`,
)

/**
 * Sends mails again that were given up, and gives those that are still tried a new address and more time.
 * @returns the number of mails
 */
export async function resendMails(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  mails: readonly { cause: string; to: string }[],
  expiresInMinutes: number,
): Promise<number> {
  const resent = await rows(tx, resendUndelivered, [JSON.stringify(mails), expiresInMinutes])
  const withoutJob = resent.filter(({ gave_up }) => gave_up)
  await sendDeliveries(deps, tx, withoutJob)
  return resent.length
}
