import { undoSeconds } from '#contract/rules.ts'
import { sendLater, one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { seal } from '#server/platform/secrets/secrets.ts'
import { deliveries, type MailLane } from './mail-lanes.ts'
import type { MailProps, MailTemplate } from './mail-templates.ts'

export type Mail = {
  [Name in MailTemplate]: {
    template: Name
    /** Null for the school, whose address is read from the settings when the mail is sent. */
    to: string | null
    props: MailProps[Name]
  }
}[MailTemplate]

/** The configuration is needed only for secret mails. */
type MailDeps = Pick<Deps, 'jobs'> & { config?: Pick<Deps['config'], 'authSecrets'> }

interface Options {
  /**
   * For mails that carry a code: the props are sealed in the outbox, and erased when the mail is sent. `kept`: the secret of an
   * earlier mail of this kind stays good, so that mail is sent too.
   */
  secret?: boolean | 'kept'
  /** Minutes after which the mail is not sent any more. */
  expiresInMinutes?: number
  /** Default: `code` for a secret mail, otherwise `person`. For a mail that many get, one by one, so that no code waits behind it. */
  lane?: Exclude<MailLane, 'code'>
  /** At most one mail is queued per cause. */
  cause?: string
  /** For mails of an act that staff can undo: they wait until it can't be undone, and `takeBackMails` drops them until then. */
  hold?: boolean
}

/** Seconds. The last press of Undo needs some time to arrive. */
export const holdSeconds = undoSeconds + 5

/** A mail whose id is reserved has no cause, because it must be stored with its job. */
type Queueing = Options & ({ id?: never } | { id: number; cause?: never; hold?: never })

const insertMail = statement<{ id: number }>(
  'insert_mail',
  `insert into mail_outbox (to_address, template, props, sealed, cause, expires_at, lane, held_until, created_at)
   values ($1, $2, $3, $4, $5, app_now() + make_interval(mins => $6), $7, app_now() + make_interval(secs => $8), app_now())
   on conflict (cause) do nothing
   returning id`,
)
const insertReservedMail = statement(
  'insert_reserved_mail',
  `insert into mail_outbox (id, to_address, template, props, sealed, expires_at, lane, created_at) overriding system value
   values ($1, $2, $3, $4, $5, app_now() + make_interval(mins => $6), $7, app_now())`,
)

const nextMail = statement<{ id: number }>('next_mail', `select nextval('mail_outbox_id_seq') as id`)

/** Returns the id of a mail that the transaction will queue, so that its job does not wait for the insert. */
export async function reserveMail(tx: Queryable): Promise<number> {
  return (await one(tx, nextMail)).id
}

const insertMails = statement<{ id: number }>(
  'insert_mails',
  `insert into mail_outbox (to_address, template, props, cause, expires_at, lane, held_until, created_at)
   select m."to", $1, $2::jsonb || m.props, m.cause, coalesce(m."expiresAt", app_now() + make_interval(mins => $4)), $5, app_now() + make_interval(secs => $6), app_now()
   from jsonb_to_recordset($3::jsonb) as m ("to" text, props jsonb, cause text, "expiresAt" timestamptz)
   where m."to" not like '%@erased.invalid'
   on conflict (cause) do nothing
   returning id`,
)

// An older code is no longer valid, so its waiting mail is superseded.
const supersedeMail = statement(
  'supersede_mail',
  `update mail_outbox set given_up_at = app_now(), sealed = null
   where to_address = $1 and template = $2 and sealed is not null and sent_at is null and given_up_at is null`,
)

/** Queues a mail in the caller's transaction: it is sent if and only if that commits. */
export async function queueMail(deps: MailDeps, tx: Queryable, mail: Mail, options: Queueing = {}): Promise<void> {
  // An erased account has a placeholder address.
  if (mail.to?.endsWith('@erased.invalid')) return
  if (options.secret === true) sendLater(tx, supersedeMail, [mail.to, mail.template])
  const props = JSON.stringify(options.secret ? {} : mail.props)
  const sealed = options.secret ? seal(deps.config?.authSecrets ?? [], mail.props) : null
  const { id, cause = null, hold = false, expiresInMinutes = null } = options
  const lane = options.lane ?? (options.secret ? 'code' : 'person')
  if (id !== undefined) {
    sendLater(tx, insertReservedMail, [id, mail.to, mail.template, props, sealed, expiresInMinutes, lane])
    await deps.jobs.send(tx, deliveries[lane], { id })
    return
  }
  const queued = await row(tx, insertMail, [
    mail.to,
    mail.template,
    props,
    sealed,
    cause,
    expiresInMinutes,
    lane,
    hold ? holdSeconds : null,
  ])
  if (queued) await deps.jobs.send(tx, deliveries[lane], { id: queued.id }, { afterSeconds: hold ? holdSeconds : 0 })
}

/** Mails of one template to many people. `Shared` are the props that all of them have. */
interface ManyMails<Name extends MailTemplate, Shared extends Partial<MailProps[Name]>> {
  template: Name
  lane: Extract<MailLane, 'class' | 'batch'>
  props: Shared
  /** `expiresAt` replaces the minutes. ISO 8601. */
  mails: readonly { to: string; cause: string; props: Omit<MailProps[Name], keyof Shared>; expiresAt?: string }[]
  expiresInMinutes: number
  /** As of a single mail. */
  hold?: boolean
}

/**
 * Queues a mail for each of many people in the caller's transaction, with two statements. They wait in lanes of
 * their own, so that nobody's code or receipt comes late.
 */
export async function queueMails<Name extends MailTemplate, Shared extends Partial<MailProps[Name]>>(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  { template, lane, props, mails, expiresInMinutes, hold = false }: ManyMails<Name, Shared>,
): Promise<void> {
  const queued = await rows(tx, insertMails, [
    template,
    JSON.stringify(props),
    JSON.stringify(mails),
    expiresInMinutes,
    lane,
    hold ? holdSeconds : null,
  ])
  await deps.jobs.sendAll(tx, deliveries[lane], queued, { afterSeconds: hold ? holdSeconds : 0 })
}
