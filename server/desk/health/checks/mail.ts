import { one, statement } from '#server/platform/db/query.ts'
import type { Check, Finding } from '../define-check.ts'

export interface MailFigures {
  waiting: number
  /** Minutes since the oldest of them could have gone out. */
  oldest_minutes: number
  /** What the mail server said about one that waits. */
  problem: string | null
  /** Of the last day. */
  sent: number
  bounced: number
}

const mailsOfTheDay = statement<MailFigures>(
  'mails_of_the_day',
  `with waiting as (
     select greatest(created_at, held_until) as due_at, last_error from mail_outbox
     where sent_at is null and given_up_at is null and coalesce(held_until <= app_now(), true))
   select count(w.due_at)::int as waiting, coalesce(extract(epoch from app_now() - min(w.due_at)) / 60, 0)::float8 as oldest_minutes,
     left(min(w.last_error), 200) as problem, min(d.sent)::int as sent, min(d.bounced)::int as bounced
   from (select count(*) filter (where sent_at is not null) as sent, count(*) filter (where bounced_at is not null) as bounced
         from mail_outbox where created_at > (select app_now() - interval '1 day')) d left join waiting w on true`,
)

/** Minutes for which a mail may wait. A message to a thousand students takes some. */
const longestWait = 30
/** Bounces of a day that are more than wrong addresses of single people. */
const manyBounces = { count: 5, share: 0.05 } as const

export const mail: Check = {
  name: 'mail',
  title: 'Mail',
  find: async ({ db }) => judgeMail(await one(db, mailsOfTheDay)),
}

export function judgeMail({ waiting, oldest_minutes: oldest, problem, sent, bounced }: MailFigures): Finding {
  const figure = `${sent} sent in a day, ${bounced} bounced, ${waiting} waiting`
  if (oldest > longestWait) {
    const reason = problem === null ? 'The mail server takes none.' : `The mail server says: ${problem}`
    const advice = `Check SMTP_URL and the account at your mail service: a mail has waited for ${Math.round(oldest)} minutes. ${reason}`
    return { ok: false, figure, advice }
  }
  if (bounced >= manyBounces.count && bounced > sent * manyBounces.share) {
    const advice =
      'Look at the bounced addresses of Students, and at SPF, DKIM and DMARC below: a service that bounces much is soon refused everywhere.'
    return { ok: false, figure, advice }
  }
  return { ok: true, figure }
}
