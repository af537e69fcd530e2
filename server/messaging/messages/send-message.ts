import type { ParsedOf } from '#contract/endpoint.ts'
import { type MessageRecord, nobodyInAudience, type sendMessage as endpoint } from '#contract/messaging/staff/messages.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { audienceOf, freezeRecipients } from './audience.ts'
import { contentOf } from './message-mail.ts'
import { isSent, messageRecords, senderOf } from './message-records.ts'
import { checkMessagesOfToday } from './own-batch.ts'

/** A message is about these days. Later it is given up, and staff decide whether to send it again. */
export const deliveryMinutes = 2 * 24 * 60

const lockMessage = statement('lock_message', `select 1 from messages where id = $1 for no key update`)
const markMessageSent = statement<{ picture_ids: number[] }>(
  'mark_message_sent',
  `update messages set sent_at = app_now(), sent_by_id = $2, recipients = $3 where id = $1 returning picture_ids`,
)
// The address of now: an account that was erased since the set was read has a placeholder and gets nothing.
const addressesOfMessage = statement<{ to: string; cause: string; name: string }>(
  'addresses_of_message',
  `select u.email as to, 'message:' || r.message_id || ':' || r.user_id as cause, u.full_name as name
   from message_recipients r join users u on u.id = r.user_id where r.message_id = $1 order by r.id`,
)

/**
 * Sends a message once to the students that the person saw counted: stores them, marks the message and queues a mail for each,
 * in one transaction.
 * @throws HttpError 404; 409 when it is sent, has no students or others than those that were counted, and for an instructor
 * whose batch or student has had the messages of a day; StaleVersion
 */
export async function sendMessage(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Target & { body: ParsedOf<typeof endpoint>['body'] },
): Promise<MessageRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    // A second press waits here and then finds another version.
    await rows(tx, lockMessage, [id])
    const message = await messageRecords.find(tx, id, staff)
    if (message.sent_at !== null) throw conflict(isSent.code, isSent.message)
    if (!versions.includes(message.version)) throw new StaleVersion(message)
    await checkMessagesOfToday(tx, staff, message)
    const { count, hash } = await freezeRecipients(tx, id)
    if (count !== body.recipients || hash !== body.hash) throw await recipientsChanged(tx, id)
    if (count === 0) throw conflict('no_recipients', `${nobodyInAudience[message.audience]} Nobody would get the message.`)
    const marked = await one(tx, markMessageSent, [id, staff.id, count])
    const { name: sender } = await senderOf({ db: tx }, staff)
    const addresses = await rows(tx, addressesOfMessage, [id])
    await queueMails(deps, tx, {
      template: 'batch-message',
      lane: 'batch',
      props: contentOf(message, { sender, pictureIds: marked.picture_ids }),
      mails: addresses.map(({ to, cause, name }) => ({ to, cause, props: { name } })),
      expiresInMinutes: deliveryMinutes,
    })
    return messageRecords.find(tx, id, staff)
  })
}

async function recipientsChanged(tx: Queryable, messageId: number): Promise<HttpError> {
  // Counted anew: the transaction is rolled back, and with it the stored set.
  const current = await audienceOf(tx, messageId)
  const message = `The students have changed: ${current.count} would get the message now.`
  return new HttpError(409, 'recipients_changed', message, { current })
}
