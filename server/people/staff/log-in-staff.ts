import { codeMinutes } from '#contract/rules.ts'
import { staffCodeSent } from '#contract/people/staff/sign-in.ts'
import { tooSoon } from '#server/people/accounts/too-soon.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { issueStaffCode } from './issue-staff-code.ts'

const staffRecipient = statement<{ name: string }>(
  'staff_recipient',
  `select name from staff where email = $1 and disabled_at is null`,
)

/**
 * Mails a code to a member of staff. Any other address gets a mail that says so to its holder alone. Answers and runs the
 * same for both.
 * @throws HttpError 429 when a mail was just sent
 */
export async function logInStaff(
  deps: Deps,
  _visitor: Visitor,
  input: { body: { email: string }; ip: string },
): Promise<{ message: string }> {
  const { email } = input.body
  await transaction(deps.db, async (tx) => {
    const issued = await issueStaffCode(deps, tx, { email, network: networkOf(input.ip) })
    const known = await row(tx, staffRecipient, [email])
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds, 'code')
    await queueMail(
      deps,
      tx,
      known
        ? { template: 'staff-code', to: email, props: { name: known.name, code: issued.code, minutes: codeMinutes } }
        : { template: 'no-staff-account', to: email, props: {} },
      { secret: true, expiresInMinutes: codeMinutes },
    )
  })
  return { message: staffCodeSent }
}
