import { type Queryable, rows, statement } from '../db/query.ts'
import type { MailTemplate } from './mail-templates.ts'

const deleteSentMails = statement(
  'delete_sent_mails',
  `delete from mail_outbox where to_address = $1 and template = any ($2) and (sent_at is not null or given_up_at is not null)`,
)

/** Deletes an address's sent or expired mails of the given templates. */
export async function deleteMail(tx: Queryable, to: string, templates: readonly MailTemplate[]): Promise<void> {
  await rows(tx, deleteSentMails, [to, templates])
}
