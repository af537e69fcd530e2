import { codeMinutes } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { row, statement, transaction } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../http/network.ts'
import { issueCode } from './issue-code.ts'
import { tooSoon } from './too-soon.ts'

const loginRecipient = statement<{ full_name: string }>(
  'login_recipient',
  `select full_name from users where email = $1 and disabled_at is null`,
)

/**
 * Mails a code to a known address and a registration link to an unknown one. Answers and runs the same for both, so that
 * a caller cannot find out which addresses are known.
 * @throws HttpError 429 when a mail was just sent
 */
export async function logIn(
  deps: Deps,
  _visitor: Visitor,
  input: { body: { email: string }; ip: string },
): Promise<{ message: string }> {
  const { email } = input.body
  await transaction(deps.db, async (tx) => {
    const issued = await issueCode(deps, tx, { email, purpose: 'sign_in', network: networkOf(input.ip) })
    const known = await row(tx, loginRecipient, [email])
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    await queueMail(
      deps,
      tx,
      known
        ? {
            template: 'sign-in-code',
            to: email,
            props: { name: known.full_name, code: issued.code, minutes: codeMinutes },
          }
        : { template: 'no-account-yet', to: email, props: { registerUrl: `${deps.config.publicUrl}/register` } },
      { secret: true, expiresInMinutes: codeMinutes },
    )
  })
  return { message: messages.codeSent }
}
