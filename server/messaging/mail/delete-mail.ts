import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { MailTemplate } from './mail-templates.ts'

const deleteSentMails = statement(
  'delete_sent_mails',
  `delete from mail_outbox where to_address = $1 and template = any ($2) and (sent_at is not null or given_up_at is not null)`,
)

/** Deletes an address's sent or expired mails of the given templates. */
export async function deleteMail(tx: Queryable, to: string, templates: readonly MailTemplate[]): Promise<void> {
  await rows(tx, deleteSentMails, [to, templates])
}

const giveUpWaitingMails = statement(
  'give_up_waiting_mails',
  `update mail_outbox set given_up_at = app_now(), expires_at = app_now(), sealed = null
   where starts_with(cause, $1) and sent_at is null and given_up_at is null and (sending_until is null or sending_until <= app_now())`,
)

/** Gives up the waiting mails whose cause begins so, because what they say does not hold any more. */
export async function giveUpMails(tx: Queryable, cause: string): Promise<void> {
  await rows(tx, giveUpWaitingMails, [cause])
}

const deleteUnsentMails = statement(
  'delete_unsent_mails',
  `delete from mail_outbox
   where starts_with(cause, $1) and sent_at is null and given_up_at is null and (sending_until is null or sending_until <= app_now())`,
)

/** Deletes the waiting mails whose cause begins so. What they say may hold again later and is queued anew then. */
export async function deleteWaitingMails(tx: Queryable, cause: string): Promise<void> {
  await rows(tx, deleteUnsentMails, [cause])
}
