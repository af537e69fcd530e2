import { mailKinds, type ReminderKind, reminderKinds, reminderOffsets } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

interface DueReminder {
  id: number
  kind: ReminderKind
  user_id: number
  to: string
  name: string
  session_id: number
  course: string
  number: number
  total: number
  topic: string
  prepare: string
  instructor: string
  starts_at: string
  ends_at: string
}

/** Reminders of one transaction. */
const chunk = 500

// A reminder is due from its offset until the class begins. When both are due, as after an outage, only the nearer one is
// written. A key that is there is never written again, also when the clock was set back.
const insertDueReminders = statement<DueReminder>(
  'insert_due_reminders',
  `with offsets as (
     select * from jsonb_to_recordset($1::jsonb) as o (kind text, minutes integer, by_default boolean)
   ), due as (
     select distinct on (s.id, e.user_id) s.id as session_id, s.starts_at, e.user_id, o.minutes
     from class_sessions s join batches b on b.id = s.batch_id
     join active_enrolments e on e.batch_id = b.id
     join users u on u.id = e.user_id and ${isReachable('u')}
     join offsets o on s.starts_at <= app_now() + make_interval(mins => o.minutes)
     left join mail_preferences p on p.user_id = u.id and p.kind = o.kind
     where s.starts_at > app_now() and s.starts_at <= app_now() + (select make_interval(mins => max(minutes)) from offsets)
       and s.state = 'scheduled' and b.cancelled_at is null and coalesce(p.wanted, o.by_default)
     order by s.id, e.user_id, o.minutes
   ), written as (
     insert into class_reminders (session_id, starts_at, user_id, offset_minutes, created_at)
     select d.session_id, d.starts_at, d.user_id, d.minutes, app_now() from due d
     where not exists (
       select 1 from class_reminders r where r.session_id = d.session_id and r.starts_at = d.starts_at and r.user_id = d.user_id
         and r.offset_minutes <= d.minutes)
     order by d.session_id, d.user_id limit $2
     on conflict do nothing
     returning id, session_id, starts_at, user_id, offset_minutes
   )
   select w.id::float8 as id, o.kind, w.user_id::float8 as user_id, u.email as "to", u.full_name as name, n.id as session_id,
     c.title as course, n.number, n.total, n.topic, n.prepare, i.name as instructor,
     ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at
   from written w join offsets o on o.minutes = w.offset_minutes join users u on u.id = w.user_id join numbered_sessions n on n.id = w.session_id
   join batches b on b.id = n.batch_id join courses c on c.id = b.course_id
   join instructors i on i.id = n.teacher_id
   order by w.id`,
)
const deleteOldReminders = statement(
  'delete_old_reminders',
  `delete from class_reminders where ctid = any (array(
     select ctid from class_reminders where starts_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)

const offsets = reminderKinds.map((kind) => ({ kind, minutes: reminderOffsets[kind], by_default: mailKinds[kind] }))

/**
 * Writes the reminders that are due and queues their mails, each key once, whatever processes run this at the same time. A mail
 * that can't be sent before its class begins is not sent.
 */
export async function remindOfClasses(deps: Pick<Deps, 'db' | 'config' | 'jobs' | 'stopping'>, _system: System): Promise<void> {
  while (!deps.stopping.aborted && (await remindSome(deps)) > 0) {
    // In chunks, so that a large school holds no long transaction.
  }
}

async function remindSome(deps: Pick<Deps, 'db' | 'config' | 'jobs'>): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const due = await rows(tx, insertDueReminders, [JSON.stringify(offsets), chunk])
    await queueMails(deps, tx, {
      template: 'class-reminder',
      lane: 'class',
      props: {},
      mails: due.map((one) => ({
        to: one.to,
        cause: `class-reminder:${one.id}`,
        expiresAt: one.starts_at,
        props: propsOf(deps.config.publicUrl, one),
      })),
      expiresInMinutes: reminderOffsets.reminder_day,
    })
    return due.length
  })
}

function propsOf(publicUrl: string, one: DueReminder) {
  return {
    name: one.name,
    courseTitle: one.course,
    label: classLabelOf(one),
    startsAt: one.starts_at,
    endsAt: one.ends_at,
    instructor: one.instructor,
    prepare: one.prepare,
    joinUrl: `${publicUrl}${pathTo('join', one.session_id)}`,
    userId: one.user_id,
    kind: one.kind,
  }
}

/** Deletes reminders of classes that are long over. @param days after the class */
export async function sweepReminders(deps: Pick<Deps, 'db' | 'config'>, _system: System): Promise<void> {
  await inSlices(deps.db, deleteOldReminders, [deps.config.enquiryRetentionDays])
}
