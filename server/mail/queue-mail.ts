import { type Queryable, row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { seal } from '../secrets.ts'
import type { MailProps, MailTemplate } from './templates/props.ts'

export type Mail = {
  [Name in MailTemplate]: {
    template: Name
    /** Null is the school itself, at the address its settings name when the mail goes out. */
    to: string | null
    props: MailProps[Name]
  }
}[MailTemplate]

/** The configuration seals secrets; a mail without one goes without it. */
type MailDeps = Pick<Deps, 'jobs'> & Partial<Pick<Deps, 'config'>>

interface Options {
  /** Sealed in the outbox and erased with the sending, for mails that carry a code. */
  secret?: boolean
  /** Minutes after which nobody wants it any more. */
  expiresInMinutes?: number
  /** At most one mail per cause, whatever asks for it how often. */
  cause?: string
}

const insertMail = statement<{ id: number }>(
  'insert_mail',
  `insert into mail_outbox (to_address, template, props, sealed, cause, expires_at, created_at)
   values ($1, $2, $3, $4, $5, app_now() + make_interval(mins => $6), app_now())
   on conflict (cause) do nothing
   returning id`,
)

// The newest secret replaces those still waiting, as after an outage: an older code would only mislead.
const supersedeMail = statement(
  'supersede_mail',
  `update mail_outbox set given_up_at = app_now(), sealed = null
   where to_address = $1 and template = $2 and sealed is not null and sent_at is null and given_up_at is null`,
)

/** Part of the caller's transaction: the mail goes out exactly when that commits. */
export async function queueMail(deps: MailDeps, tx: Queryable, mail: Mail, options: Options = {}): Promise<void> {
  // Who erased their account gets no more mail; the address that stands in for theirs leads nowhere.
  if (mail.to?.endsWith('@erased.invalid')) return
  if (options.secret) await rows(tx, supersedeMail, [mail.to, mail.template])
  const queued = await row(tx, insertMail, [
    mail.to,
    mail.template,
    JSON.stringify(options.secret ? {} : mail.props),
    options.secret ? seal(deps.config?.authSecrets ?? [], mail.props) : null,
    options.cause ?? null,
    options.expiresInMinutes ?? null,
  ])
  if (queued) await deps.jobs.send(tx, 'deliver-mail', { id: queued.id })
}
