import { mailKinds } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { midnightSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

interface Absence {
  id: number
  user_id: number
  to: string
  name: string
  course_id: number
  course: string
  number: number
  total: number
  topic: string
  starts_at: string
}

/** Days after a class in which its notices are written, so that an outage loses none. A waiting mail dies after as many. */
const days = 3

// A class of which nothing is known, such as one in another classroom, has no evidence of anybody: then nobody is absent.
const insertAbsenceNotices = statement<Absence>(
  'insert_absence_notices',
  `with ended as materialized (
     select s.id, s.batch_id from class_sessions s
     where s.ends_at < ${midnightSql(`(app_now() at time zone 'Asia/Kolkata')::date`)}
       and s.ends_at > app_now() - make_interval(days => $1::integer) and s.state = 'scheduled'
       and coalesce((select (settings ->> 'attendance_notices')::boolean from site_settings), false)
       and (exists (select from attendance_evidence e where e.session_id = s.id and e.user_id is not null)
         or exists (select from attendance_decisions d where d.session_id = s.id and d.status is not null))
   ), absent as materialized (
     select c.id as session_id, a.user_id from ended c
     cross join lateral class_attendance(c.batch_id, null) a
     where a.session_id = c.id and a.active and a.status = 'absent'
   ), written as (
     insert into absence_notices (session_id, user_id, created_at)
     select a.session_id, a.user_id, app_now() from absent a join users u on u.id = a.user_id
     left join mail_preferences p on p.user_id = u.id and p.kind = 'absence'
     where ${isReachable('u')} and coalesce(p.wanted, $2::boolean)
     on conflict do nothing
     returning id, session_id, user_id
   )
   select w.id::float8 as id, w.user_id::float8 as user_id, u.email as "to", u.full_name as name, b.course_id, c.title as course,
     n.number, n.total, n.topic, ${isoInstant('n.starts_at')} as starts_at
   from written w join users u on u.id = w.user_id join numbered_sessions n on n.id = w.session_id
   join batches b on b.id = n.batch_id join courses c on c.id = b.course_id order by w.id`,
)
// It was withdrawn before it was sent, and its student may be absent again.
const deleteWithdrawnNotices = statement(
  'delete_withdrawn_notices',
  `delete from absence_notices n using mail_outbox m
   where n.created_at > app_now() - make_interval(days => $1) and m.cause = 'absence-notice:' || n.id and m.sent_at is null
     and m.given_up_at is not null and m.bounced_at is null and (m.sending_until is null or m.sending_until <= app_now())`,
)
const deleteOldNotices = statement(
  'delete_old_notices',
  `delete from absence_notices where ctid = any (array(
     select ctid from absence_notices where created_at < app_now() - make_interval(days => $1) limit $2))
   returning 1`,
)

/**
 * Writes a notice for each student who missed a class that ended before today, once, when the school has switched this on, and
 * queues their mails.
 */
export async function notifyAbsent(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await rows(tx, deleteWithdrawnNotices, [2 * days])
    const absences = await rows(tx, insertAbsenceNotices, [days, mailKinds.absence])
    await queueMails(deps, tx, {
      template: 'absence-notice',
      lane: 'batch',
      props: {},
      mails: absences.map((one) => ({
        to: one.to,
        cause: `absence-notice:${one.id}`,
        props: propsOf(deps.config.publicUrl, one),
      })),
      expiresInMinutes: days * 24 * 60,
    })
  })
}

function propsOf(publicUrl: string, one: Absence) {
  return {
    name: one.name,
    courseTitle: one.course,
    label: classLabelOf(one),
    startsAt: one.starts_at,
    roomUrl: `${publicUrl}${pathTo('room', one.course_id)}`,
    userId: one.user_id,
  }
}

/** Deletes notices of long ago. */
export async function sweepAbsenceNotices(deps: Pick<Deps, 'db' | 'config'>, _system: System): Promise<void> {
  await inSlices(deps.db, deleteOldNotices, [Math.max(deps.config.enquiryRetentionDays, 2 * days)])
}
