import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { isReplaced } from './taught.ts'

// Who teaches the class is told. On a Sunday and a holiday nobody is, because the promise counts working days.
const workOfInstructors = statement<{
  staff_id: number
  to: string
  name: string
  count: number
  oldest_days: number
  day: string
}>(
  'work_of_instructors',
  `select p.id as staff_id, p.email as "to", p.name, count(*)::integer as count,
     floor(max(working_hours(t.submitted_at, app_now())) / 24)::integer as oldest_days, d.day::text as day
   from submissions t join exercises x on x.id = t.exercise_id join numbered_sessions s on s.id = x.session_id
   join instructors i on i.id = s.teacher_id
   join active_enrolments e on e.batch_id = s.batch_id and e.user_id = t.user_id
   join staff p on p.id = i.staff_id and p.disabled_at is null
   cross join (select (app_now() at time zone 'Asia/Kolkata')::date as day) d
   where not t.reviewed and not ${isReplaced('t')}
     and extract(isodow from d.day) < 7 and not exists (select from holidays f where f.day = d.day)
   group by p.id, d.day order by p.id`,
)

/** Queues at most one mail a day for each instructor whose students wait for a review. */
export async function tellWaitingWork(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  await transaction(deps.db, async (tx) => {
    for (const one of await rows(tx, workOfInstructors)) {
      await queueMail(
        deps,
        tx,
        {
          template: 'work-waits',
          to: one.to,
          props: {
            name: one.name,
            count: one.count,
            oldestDays: one.oldest_days,
            queueUrl: `${deps.config.publicUrl}/console/submissions?state=waiting`,
          },
        },
        { cause: `work-waits:${one.staff_id}:${one.day}`, expiresInMinutes: 12 * 60 },
      )
    }
  })
}
