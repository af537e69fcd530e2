import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { writeAct } from '#server/platform/audit/write-act.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { SealLost, unseal } from '#server/platform/secrets/secrets.ts'
import { deliveries, type MailLane } from './mail-lanes.ts'

interface Failed {
  lane: MailLane
  was_sent: boolean
  /** Its time is over, and its secret may be erased. */
  is_over: boolean
  sealed: Buffer | null
}

const lockFailedMail = statement<Failed>(
  'lock_failed_mail',
  `select lane, sent_at is not null as was_sent, coalesce(expires_at <= app_now(), false) as is_over, sealed
   from mail_outbox where id = $1 for no key update`,
)
// The person who presses knows that the address works again.
const reopenMail = statement(
  'reopen_mail',
  `with lifted as (delete from bouncing_addresses where address = (select to_address from mail_outbox where id = $1))
   update mail_outbox set given_up_at = null, bounced_at = null where id = $1`,
)

/**
 * Tries a mail again now, also one that was given up. Delivery claims the row, so a second job sends nothing.
 * @throws HttpError 404; 409 when it was sent, its code is not valid any more, or the secret that sealed it is lost
 */
export async function retryMail(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  staff: Staff,
  { id }: { id: number },
): Promise<string> {
  return staffTransaction(deps, staff, async (tx) => {
    const mail = await row(tx, lockFailedMail, [id])
    if (!mail) throw notFound()
    if (mail.was_sent) throw conflict('sent', 'This mail was sent.')
    if (mail.is_over) throw conflict('expired', 'What this mail says does not hold any more.')
    if (mail.sealed && !opens(deps, mail.sealed)) {
      throw conflict('seal_lost', 'AUTH_SECRET was replaced, so this mail can not be read. The person has to ask for a new one.')
    }
    await row(tx, reopenMail, [id])
    await writeAct(tx, 'mail_retried', String(id))
    await deps.jobs.send(tx, deliveries[mail.lane], { id })
    return 'The mail is tried again now.'
  })
}

function opens({ config }: Pick<Deps, 'config'>, sealed: Buffer): boolean {
  try {
    unseal(config.authSecrets, sealed)
    return true
  } catch (error) {
    if (error instanceof SealLost) return false
    throw error
  }
}
