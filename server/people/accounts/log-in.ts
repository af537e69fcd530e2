import { codeMinutes } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { type Mail, queueMail, reserveMail } from '#server/messaging/mail/queue-mail.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { issueCode } from './issue-code.ts'
import { tooSoon } from './too-soon.ts'

const loginRecipient = statement<{ full_name: string; disabled: boolean }>(
  'login_recipient',
  `select full_name, disabled_at is not null as disabled from users where email = $1`,
)

/**
 * Mails a code to a known address and a registration link to an unknown one. The holder of a disabled account reads that it
 * is disabled. Answers and runs the same for all, so that a caller cannot find out which addresses are known.
 * @throws HttpError 429 when a mail was just sent
 */
export async function logIn(
  deps: Deps,
  _visitor: Visitor,
  input: { body: { email: string }; ip: string },
): Promise<{ message: string }> {
  const { email } = input.body
  await transaction(deps.db, async (tx) => {
    const [issued, known, id] = await Promise.all([
      issueCode(deps, tx, { email, purpose: 'sign_in', network: networkOf(input.ip) }),
      row(tx, loginRecipient, [email]),
      reserveMail(tx),
    ])
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    await queueMail(deps, tx, mailFor(deps, email, known, issued.code), { id, secret: true, expiresInMinutes: codeMinutes })
  })
  return { message: messages.codeSent }
}

function mailFor(deps: Deps, to: string, known: { full_name: string; disabled: boolean } | undefined, code: string): Mail {
  if (known?.disabled) return { template: 'account-disabled', to, props: {} }
  if (known) return { template: 'sign-in-code', to, props: { name: known.full_name, code, minutes: codeMinutes } }
  return { template: 'no-account-yet', to, props: { registerUrl: `${deps.config.publicUrl}/register` } }
}
