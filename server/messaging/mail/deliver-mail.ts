import { setTimeout as wait } from 'node:timers/promises'
import type { System } from '#server/platform/auth/principal.ts'
import { row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unseal } from '#server/platform/secrets/secrets.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { attachPictures } from './attach-pictures.ts'
import { noteBouncing } from './bouncing.ts'
import { mailContext } from './mail-context.ts'
import { isAboutMail, RecipientRefused } from './recipient-refused.ts'
import { renderMail } from './render-mail.ts'

interface WaitingMail {
  to_address: string | null
  template: string
  props: Record<string, unknown>
  sealed: Buffer | null
  message_id: string
  expired: boolean
  /** What it says does not concern its person any more. */
  withdrawn: boolean
  bouncing: boolean
  now: Date
}

/** A process claims a mail for `leaseSeconds` and renews the claim every `renewEvery` milliseconds. After a crash the claim ends by itself. */
const leaseSeconds = 30
const renewEvery = 10_000
/** Milliseconds between attempts to mark a mail as sent. */
const markPauses = { shortest: 250, longest: 5000 }

const claimMail = statement<WaitingMail>(
  'claim_mail',
  `update mail_outbox set sending_until = app_now() + make_interval(secs => $2)
   where id = $1 and sent_at is null and given_up_at is null and (sending_until is null or sending_until <= app_now())
   returning to_address, template, props, sealed, message_id, coalesce(expires_at <= app_now(), false) as expired,
     not does_mail_hold(template, cause, props) as withdrawn,
     exists (select 1 from bouncing_addresses b where b.address = to_address) as bouncing, app_now() as now`,
)
// A mail server that was away gets mails of different ages in any order. What a person reads has the order in which it happened.
const earlierMails = statement<{ id: number }>(
  'earlier_mails',
  `select e.id::float8 as id from mail_outbox m join mail_outbox e on e.to_address = m.to_address and e.lane = m.lane and e.id < m.id
   where m.id = $1 and m.lane in ('person', 'class') and e.sent_at is null and e.given_up_at is null
     and coalesce(e.held_until <= app_now(), true)
   order by e.id`,
)
const isMailWaiting = statement(
  'is_mail_waiting',
  `select 1 from mail_outbox where id = $1 and sent_at is null and given_up_at is null`,
)
// A renewal that arrives after the claim was released must not bring it back.
const renewMailClaim = statement(
  'renew_mail_claim',
  `update mail_outbox set sending_until = app_now() + make_interval(secs => $2)
   where id = $1 and sent_at is null and sending_until is not null`,
)
// A mail that arrives shows that its address does not bounce any more.
const markMailSent = statement(
  'mark_mail_sent',
  `with lifted as (delete from bouncing_addresses where address = (select to_address from mail_outbox where id = $1))
   update mail_outbox set sent_at = app_now(), sealed = null, attempts = attempts + 1, last_error = null, sending_until = null
   where id = $1`,
)
const giveUpMail = statement(
  'give_up_mail',
  `update mail_outbox set given_up_at = app_now(), sealed = null, sending_until = null where id = $1`,
)
// It expires at that moment, so that nobody is asked to send it again.
const withdrawMail = statement(
  'withdraw_mail',
  `update mail_outbox set given_up_at = app_now(), expires_at = app_now(), sealed = null, sending_until = null where id = $1`,
)
// A secret is erased, so such a mail is over.
const giveUpBouncingMail = statement(
  'give_up_bouncing_mail',
  `update mail_outbox set given_up_at = app_now(), bounced_at = app_now(), sending_until = null,
     expires_at = case when sealed is null then expires_at else app_now() end, sealed = null,
     attempts = attempts + $3::int, last_error = coalesce($2, last_error)
   where id = $1`,
)
const saveMailFailure = statement(
  'save_mail_failure',
  `update mail_outbox set attempts = attempts + 1, last_error = $2, sending_until = null where id = $1`,
)

type Deliveries = Map<number, Promise<void>>
/** Per database: mails that were sent and whose row is not marked yet. They must not be sent again. */
const marking = new WeakMap<Deps['db'], Deliveries>()
/** Per database: mails on their way in this process, for which later ones to the same person wait. */
const delivering = new WeakMap<Deps['db'], Deliveries>()

/**
 * Sends one mail of the outbox and creates its attachments. An expired mail is given up and its secret erased. So
 * is one that no longer concerns its person, who has left the batch or switched such mails off. A sent mail
 * is marked, however long the database is unreachable. A mail to a bouncing address is given up too, unless it has a secret:
 * somebody waits for that one, and when it arrives, the address does not bounce any more. Earlier mails of its lane to the same
 * person go first, unless they are codes or mails to many. One that fails by itself is not waited for.
 * @throws Error when the mail cannot be rendered or the mail server rejects it; the queue then retries
 */
export async function deliverMail(deps: Deps, _system: System, { id }: { id: number }): Promise<void> {
  const mark = deliveriesOf(marking, deps).get(id)
  if (mark) return mark
  const begun = deliveriesOf(delivering, deps)
  for (const earlier of await rows(deps.db, earlierMails, [id])) {
    await (begun.get(earlier.id) ?? deliver(deps, earlier.id)).catch((error: unknown) => {
      // While the mail server is away, this mail waits behind the earlier one.
      if (!(error instanceof SendFailure && isAboutMail(error.cause))) throw error
    })
  }
  await deliver(deps, id)
}

function deliveriesOf(deliveries: WeakMap<Deps['db'], Deliveries>, { db }: Pick<Deps, 'db'>): Deliveries {
  const found = deliveries.get(db) ?? new Map<number, Promise<void>>()
  deliveries.set(db, found)
  return found
}

async function deliver(deps: Deps, id: number): Promise<void> {
  const mark = deliveriesOf(marking, deps).get(id)
  if (mark) return mark
  const begun = deliveriesOf(delivering, deps)
  const delivery = claimAndSend(deps, id)
  if (!begun.has(id)) begun.set(id, delivery)
  await delivery.finally(() => begun.get(id) === delivery && begun.delete(id))
}

async function claimAndSend(deps: Deps, id: number): Promise<void> {
  const mail = await row(deps.db, claimMail, [id, leaseSeconds])
  if (!mail) {
    if (await row(deps.db, isMailWaiting, [id])) throw new Error('the mail is being sent by another job')
    return
  }
  if (mail.expired) {
    await rows(deps.db, giveUpMail, [id])
    return
  }
  if (mail.withdrawn) {
    await rows(deps.db, withdrawMail, [id])
    return
  }
  if (mail.bouncing && !mail.sealed) {
    await rows(deps.db, giveUpBouncingMail, [id, null, 0])
    return
  }
  if ((await send(deps, id, mail)) === 'refused') return
  const marks = deliveriesOf(marking, deps)
  const marked = markAsSent(deps, id).finally(() => marks.delete(id))
  marks.set(id, marked)
  await marked
}

/** A mail can not be written, or the mail server did not take it. */
class SendFailure extends Error {}

async function send(deps: Deps, id: number, mail: WaitingMail): Promise<'sent' | 'refused'> {
  const renewal = setInterval(() => void rows(deps.db, renewMailClaim, [id, leaseSeconds]).catch(() => undefined), renewEvery)
  let to = mail.to_address ?? ''
  try {
    const props = mail.sealed ? unseal(deps.config.authSecrets, mail.sealed) : mail.props
    const site = await readSiteSettings(deps)
    to = mail.to_address ?? site.email
    const { thread, ...content } = await renderMail(mail.template, props, site, mailContext(deps.config, mail.now))
    const domain = domainOf(deps.config.mailFrom)
    await deps.mailer.send({
      to,
      ...content,
      messageId: `<${mail.message_id}@${domain}>`,
      references: thread.map((id) => `<${id}@${domain}>`),
      attachments: (await Promise.all([deps.attachDocuments(deps, props), attachPictures(deps, props)])).flat(),
      isUrgent: mail.sealed !== null,
    })
    return 'sent'
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The server's error message contains the address, which must not reach logs, rows or the queue.
    const reason = (to ? message.replaceAll(to, '<address>') : message).slice(0, 300)
    // The school's own address is in the settings, where its staff correct it; the mail waits for that.
    if (error instanceof RecipientRefused && mail.to_address !== null) {
      await transaction(deps.db, async (tx) => {
        // The address of an erased account is stored nowhere.
        if (mail.template !== 'account-erased') await noteBouncing(tx, to, reason)
        await rows(tx, giveUpBouncingMail, [id, reason, 1])
      })
      return 'refused'
    }
    await rows(deps.db, saveMailFailure, [id, reason])
    throw new SendFailure(reason, { cause: error })
  } finally {
    clearInterval(renewal)
  }
}

/** Marks a sent mail. Retries while the database is unreachable, so that no other process sends the mail again. */
async function markAsSent(deps: Deps, id: number): Promise<void> {
  for (let pause = markPauses.shortest; ; pause = Math.min(pause * 2, markPauses.longest)) {
    try {
      await rows(deps.db, markMailSent, [id])
      return
    } catch (error) {
      if (deps.stopping.aborted) throw error
      deps.log.warn({ err: error, mail: id }, 'a mail was sent and is not marked yet')
      await rows(deps.db, renewMailClaim, [id, leaseSeconds]).catch(() => undefined)
      await wait(pause, undefined, { ref: false })
    }
  }
}

/** The domain of an address such as `School <hello@school.example>`. */
function domainOf(from: string): string {
  return from
    .slice(from.lastIndexOf('@') + 1)
    .replace('>', '')
    .trim()
}
