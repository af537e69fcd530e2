import { row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { unseal } from '../secrets.ts'
import { readSiteSettings } from '../site-settings.ts'
import { attachDocuments } from './attach-documents.ts'
import { renderMail } from './render-mail.ts'

interface Waiting {
  to_address: string | null
  template: string
  props: Record<string, unknown>
  sealed: Buffer | null
  expired: boolean
}

const waitingMail = statement<Waiting>(
  'waiting_mail',
  `select to_address, template, props, sealed, coalesce(expires_at <= app_now(), false) as expired
   from mail_outbox where id = $1 and sent_at is null and given_up_at is null`,
)
const markSent = statement(
  'mark_mail_sent',
  `update mail_outbox set sent_at = app_now(), sealed = null, attempts = attempts + 1, last_error = null where id = $1`,
)
const giveUp = statement('give_up_mail', `update mail_outbox set given_up_at = app_now(), sealed = null where id = $1`)
const noteFailure = statement(
  'note_mail_failure',
  `update mail_outbox set attempts = attempts + 1, last_error = $2 where id = $1`,
)

/**
 * Sends one mail of the outbox, with its document drawn only now. Throws when that fails or the mail server does not take it, so that the queue tries again;
 * a mail that has expired is given up and its secret erased.
 */
export async function deliverMail(deps: Deps, { id }: { id: number }): Promise<void> {
  const mail = await row(deps.db, waitingMail, [id])
  if (!mail) return
  if (mail.expired) {
    await rows(deps.db, giveUp, [id])
    return
  }
  const props = mail.sealed ? unseal(deps.config.authSecrets, mail.sealed) : mail.props
  const site = await readSiteSettings(deps)
  const to = mail.to_address ?? site.email
  try {
    const letter = await renderMail(mail.template, props, site)
    await deps.mailer.send({ to, ...letter, ...(await attachDocuments(deps, props)) })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    // A mail server's refusal repeats the address; logs, rows and the queue must not.
    const reason = (to ? said.replaceAll(to, '<address>') : said).slice(0, 300)
    await rows(deps.db, noteFailure, [id, reason])
    throw new Error(reason, { cause: error })
  }
  await rows(deps.db, markSent, [id])
}
