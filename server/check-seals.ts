import type { System } from '#server/platform/auth/principal.ts'
import { readSigningKey } from '#server/learning/certificates/signing-key.ts'
import type { Deps } from './deps.ts'
import { giveUpLostMails } from '#server/messaging/mail/give-up-lost-mails.ts'
import { resealTotps } from '#server/people/staff/reseal-totps.ts'

/**
 * Seals what lasts with the first AUTH_SECRET, and says what no listed one opens any more, with the way back. The server starts in
 * any case: students can sign in, and so can staff with a passkey or after a reset.
 */
export async function checkSeals(deps: Pick<Deps, 'config' | 'db' | 'log'>, system: System): Promise<void> {
  // It logs by itself that it was replaced.
  await readSigningKey(deps)
  const lostMails = await giveUpLostMails(deps, system)
  if (lostMails > 0) deps.log.error({ mails: lostMails }, 'AUTH_SECRET no longer opens mails with codes; people ask for new ones')
  const staff = await resealTotps(deps, system)
  if (staff.length === 0) return
  deps.log.error(
    { staff },
    'AUTH_SECRET no longer opens authenticator apps: list the former secret after the new one, or run npm run staff -- reset EMAIL for each person that npm run staff -- list names',
  )
}
