import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { SealLost, unseal } from '#server/platform/secrets/secrets.ts'

const sealedMails = statement<{ id: number; sealed: Buffer }>(
  'sealed_mails',
  `select id, sealed from mail_outbox where sealed is not null and sent_at is null and given_up_at is null order by id`,
)
const giveUpLostMail = statement(
  'give_up_lost_mail',
  `update mail_outbox set given_up_at = app_now(), sealed = null, last_error = $2
   where id = $1 and sent_at is null and given_up_at is null`,
)

/** Gives up mails with codes that AUTH_SECRET no longer opens: the codes in them are void too. @returns how many */
export async function giveUpLostMails(deps: Pick<Deps, 'config' | 'db'>, _system: System): Promise<number> {
  let lost = 0
  for (const { id, sealed } of await rows(deps.db, sealedMails)) {
    try {
      unseal(deps.config.authSecrets, sealed)
    } catch (error) {
      if (!(error instanceof SealLost)) throw error
      await rows(deps.db, giveUpLostMail, [id, error.message])
      lost += 1
    }
  }
  return lost
}
