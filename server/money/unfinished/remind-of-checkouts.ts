import { mailKinds } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

/** Minutes after the hold of the seat has lapsed. */
const waitMinutes = 60
/** Hours after the hold in which the mail is still of use. Older ones are left alone, also after an outage. */
const mostHours = 25
/** Days in which a student gets one such mail, whatever the batches. */
const onceInDays = 30
/** A mail that waits longer than this is not sent: meanwhile the student may have paid. */
const expiresInMinutes = 120

// Two runs write one after the other, because the mail of another batch counts too.
const lockCheckoutReminders = statement(
  'lock_checkout_reminders',
  `select pg_advisory_xact_lock(hashtextextended('checkout reminders', 196))`,
)
const insertCheckoutReminders = statement<{
  user_id: number
  batch_id: number
  to: string
  name: string
  course_title: string
  batch_type: string
  starts_at: string
  time_text: string
}>(
  'insert_checkout_reminders',
  `with due as (
     select distinct on (o.user_id) o.user_id, o.batch_id
     from payment_orders o join batches b on b.id = o.batch_id join courses c on c.id = b.course_id
       join users u on u.id = o.user_id and u.verified_at is not null and ${isReachable('u')}
       left join mail_preferences m on m.user_id = o.user_id and m.kind = 'unfinished'
     where o.status in ('creating', 'open', 'attempted', 'expired') and o.provider <> 'offline'
       and o.hold_until between app_now() - make_interval(hours => $2) and app_now() - make_interval(mins => $1)
       and coalesce(o.started_at, o.created_at) <= app_now() - make_interval(mins => $1)
       and coalesce(m.wanted, $4) and coalesce((select (settings ->> 'unfinished_mails')::boolean from site_settings), true)
       and c.published and b.published and b.cancelled_at is null and b.starts_at > app_now()
       and coalesce(free_seats(b.id, b.capacity, o.user_id) > 0, true)
       and not exists (select from payments p join payment_orders x on x.id = p.order_id join batches y on y.id = x.batch_id
         where x.user_id = o.user_id and y.course_id = b.course_id and p.status not in ('created', 'failed'))
       and not exists (select from active_enrolments e join batches y on y.id = e.batch_id
         where e.user_id = o.user_id and y.course_id = b.course_id)
       and not exists (select from checkout_reminders r where r.user_id = o.user_id and r.batch_id = o.batch_id)
       and not exists (select from checkout_reminders r
         where r.user_id = o.user_id and r.created_at > app_now() - make_interval(days => $3))
     order by o.user_id, o.id desc
   ), written as (
     insert into checkout_reminders (user_id, batch_id, created_at) select user_id, batch_id, app_now() from due
     on conflict do nothing returning user_id, batch_id
   )
   select w.user_id::float8 as user_id, w.batch_id, u.email as "to", u.full_name as name, c.title as course_title, b.batch_type,
     ${isoInstant('b.starts_at')} as starts_at, b.time_text
   from written w join users u on u.id = w.user_id join batches b on b.id = w.batch_id join courses c on c.id = b.course_id`,
)

/**
 * Mails students who asked for it about a payment that they began and did not finish: once for a batch, and once in 30 days. Whatever
 * processes run it at the same time, each mail is queued once.
 */
export async function remindOfCheckouts(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await rows(tx, lockCheckoutReminders)
    const due = await rows(tx, insertCheckoutReminders, [waitMinutes, mostHours, onceInDays, mailKinds.unfinished])
    await queueMails(deps, tx, {
      template: 'unfinished-payment',
      lane: 'batch',
      props: {},
      mails: due.map((one) => ({
        to: one.to,
        cause: `unfinished-payment:${one.user_id}:${one.batch_id}`,
        props: {
          name: one.name,
          courseTitle: one.course_title,
          batchType: one.batch_type,
          startsAt: one.starts_at,
          timeText: one.time_text,
          payUrl: `${deps.config.publicUrl}${pathTo('start-payment', one.batch_id)}`,
          userId: one.user_id,
        },
      })),
      expiresInMinutes,
    })
  })
}
