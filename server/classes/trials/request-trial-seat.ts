import type { ParsedOf } from '#contract/endpoint.ts'
import * as messages from '#contract/messages.ts'
import { codeMinutes } from '#contract/rules.ts'
import type { requestTrialSeat as contract } from '#contract/classes/trials.ts'
import { issueCode } from '#server/people/accounts/issue-code.ts'
import { tooSoon } from '#server/people/accounts/too-soon.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { closedFor, findTrialClass } from './trial-class.ts'

/**
 * Mails a code to a person who wants a seat in one class. Nothing about the person is stored before the code comes back, and
 * the answer is the same for every address.
 * @throws HttpError 404 for a class that is not open to guests; 409; 410; 429 when a mail was just sent
 */
export async function requestTrialSeat(
  deps: Deps,
  _visitor: Visitor,
  { params, body, ip }: ParsedOf<typeof contract> & { ip: string },
): Promise<{ message: string }> {
  const { name, email } = body
  await transaction(deps.db, async (tx) => {
    const found = await findTrialClass(tx, params.session_id)
    const closed = closedFor(found)
    if (closed) throw closed
    const issued = await issueCode(deps, tx, { email, purpose: 'trial', network: networkOf(ip) })
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    const props = {
      name,
      code: issued.code,
      minutes: codeMinutes,
      courseTitle: found.course,
      label: classLabelOf(found),
      startsAt: found.starts_at,
    }
    await queueMail(deps, tx, { template: 'trial-code', to: email, props }, { secret: true, expiresInMinutes: codeMinutes })
  })
  return { message: messages.codeSent }
}
