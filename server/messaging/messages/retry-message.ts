import type { MessageRecord } from '#contract/messaging/staff/messages.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'
import { resendMails } from '#server/messaging/mail/resend-mails.ts'
import { messageRecords } from './message-records.ts'
import { deliveryMinutes } from './send-message.ts'

const markMessageRetried = statement<{ id: number }>(
  'mark_message_retried',
  `update messages set retried_at = app_now() where id = $1 and version = any ($2::integer[]) and sent_at is not null returning id`,
)
// Who has left the batch is not written to any more.
const currentAddresses = statement<{ to: string; cause: string }>(
  'current_addresses',
  `select u.email as to, 'message:' || r.message_id || ':' || r.user_id as cause
   from messages m join message_recipients r on r.message_id = m.id join users u on u.id = r.user_id
   where m.id = $1 and ${isReachable('u')} and (m.batch_id is null or exists (select from active_enrolments e where e.batch_id = m.batch_id and e.user_id = r.user_id))`,
)

/**
 * Sends again what was given up, and gives mails that are still tried the present address of the student.
 * @throws HttpError 404, 409 when nothing failed; StaleVersion
 */
export async function retryMessage(deps: Deps, staff: Staff, { id, versions }: Target): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const message = await messageRecords.find(tx, id, staff)
    const nothing = conflict(
      'nothing_failed',
      'No mail of this message can be sent again: it was delivered, waits for its next try, or its student has left.',
    )
    if (message.sent_at === null) throw nothing
    if (!(await row(tx, markMessageRetried, [id, versions]))) throw new StaleVersion(message)
    const resent = await resendMails(deps, tx, await rows(tx, currentAddresses, [id]), deliveryMinutes)
    if (resent === 0) throw nothing
    return messageRecords.find(tx, id, staff)
  })
}
