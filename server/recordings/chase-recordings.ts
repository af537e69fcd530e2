import { recordingChaseDays } from '#contract/rules.ts'
import type { System } from '../auth/principal.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { classLabelOf, dayOf } from '../format.ts'
import { queueMail } from '../mail/queue-mail.ts'

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
  day: string
}

// Who teaches the class is asked; the owners are, when that person has no account. Not before the hour at which recordings are
// due, so that nobody gets a mail at midnight.
const lateClasses = statement<LateClass>(
  'late_classes',
  `select p.id as staff_id, p.email as "to", p.name, p.role = 'instructor' as is_instructor, c.title as course, n.batch_id, n.id as session_id,
     n.number, n.total, n.topic, ${isoInstant('n.starts_at')} as starts_at, to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
   from batches b join courses c on c.id = b.course_id
   cross join lateral (select v.* from numbered_sessions v where v.batch_id = b.id offset 0) n
   join session_recordings k on k.session_id = n.id
   join instructors i on i.id = coalesce(n.instructor_id, b.instructor_id)
   left join staff t on t.id = i.staff_id and t.disabled_at is null
   join staff p on p.disabled_at is null and (p.id = t.id or t.id is null and p.role = 'owner')
   where k.state = 'missing' and n.ends_at > app_now() - make_interval(days => $1) and b.ends_at > app_now() - make_interval(days => $1)
     and extract(hour from app_now() at time zone 'Asia/Kolkata') >= recording_due_hour()
   order by p.id, n.starts_at desc, n.id`,
)

/** Queues one mail a day for each member of staff whose classes lack their recordings. */
export async function chaseRecordings(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const late = await rows(tx, lateClasses, [recordingChaseDays])
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
          props: { name: first.name, count: classes.length, classes: shown.slice(0, shownClasses) },
        },
        { cause: `recordings-late:${id}:${first.day}`, expiresInMinutes: 12 * 60 },
      )
    }
  })
}

/** Classes in one mail; the screen of recordings has all. */
const shownClasses = 10
