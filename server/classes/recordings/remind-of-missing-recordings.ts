import { recordingChaseDays } from '#contract/rules.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf, dayOf } from '#server/platform/text/format.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'

interface LateClass {
  staff_id: number
  to: string
  name: string
  is_instructor: boolean
  course: string
  batch_id: number
  session_id: number
  number: number
  total: number
  topic: string
  starts_at: string
  /** Late classes of this person. */
  count: number
  day: string
}

// Who teaches the class is asked; the owners are, when that person has no account. Not before the hour at which recordings are
// due, so that nobody gets a mail at midnight. A missing recording implies that there is none, which is quicker to find out for
// all classes at once. Only the shown classes are numbered.
const lateClasses = statement<LateClass>(
  'late_classes',
  `with bare as materialized (
     select s.id, s.batch_id, s.teacher_id, s.starts_at from numbered_sessions s
     where s.ends_at > (select app_now()) - make_interval(days => $1) and s.ends_at <= (select app_now())
       and extract(hour from (select app_now()) at time zone 'Asia/Kolkata') >= (select recording_due_hour())
       and not exists (select from recordings r where r.session_id = s.id)
   ), late as (
     select p.id as staff_id, p.email, p.name, t.id is not null as is_instructor, l.id, l.batch_id, b.course_id,
       row_number() over (partition by p.id order by l.starts_at desc, l.id) as place,
       (count(*) over (partition by p.id))::integer as count
     from bare l join batches b on b.id = l.batch_id
     join session_recordings k on k.session_id = l.id and k.state = 'missing'
     join instructors i on i.id = l.teacher_id
     left join staff t on t.id = i.staff_id and t.disabled_at is null
     join staff p on p.disabled_at is null and (p.id = t.id or t.id is null and 'owner' = any (p.roles))
   )
   select l.staff_id, l.email as "to", l.name, l.is_instructor, c.title as course, n.batch_id, n.id as session_id,
     n.number, n.total, n.topic, ${isoInstant('n.starts_at')} as starts_at, l.count,
     to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
   from late l join courses c on c.id = l.course_id join numbered_sessions n on n.id = l.id
   where l.place <= $2
   order by l.staff_id, l.place`,
)

/** Queues one mail a day for each member of staff whose classes lack their recordings. */
export async function remindOfMissingRecordings(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const late = await rows(tx, lateClasses, [recordingChaseDays, shownClasses])
    for (const [id, classes] of Map.groupBy(late, ({ staff_id }) => staff_id)) {
      const [first] = classes
      if (!first) continue
      const path = first.is_instructor ? 'own-batches' : 'batches'
      const shown = classes.map((one) => ({
        label: `${one.course}, ${classLabelOf(one)}, ${dayOf(one.starts_at)}`,
        url: `${deps.config.publicUrl}/console/${path}/${one.batch_id}?class=${one.session_id}`,
      }))
      await queueMail(
        deps,
        tx,
        {
          template: 'recordings-late',
          to: first.to,
          props: { name: first.name, count: first.count, classes: shown },
        },
        { cause: `recordings-late:${id}:${first.day}`, expiresInMinutes: 12 * 60 },
      )
    }
  })
}

/** Classes in one mail; the screen of recordings has all. */
const shownClasses = 10
