import { allows } from '#contract/permissions.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { reopenClass } from './class-people.ts'

/** Minutes. */
const length = 30

// A batch that runs, and of an instructor only the own ones. One whose class can be entered already is taken first, so that a second press
// leads to the same class.
const batchForDemoClass = statement<{ batch_id: number; session_id: number | null }>(
  'batch_for_demo_class',
  `select b.id as batch_id, (select n.id from numbered_sessions n where n.batch_id = b.id and n.standing in ('live', 'scheduled')
     and n.starts_at - make_interval(mins => $3) <= app_now() order by n.starts_at limit 1) as session_id
   from batches b join instructors i on i.id = b.instructor_id
   where b.cancelled_at is null and ($1::boolean or i.staff_id = $2)
     and exists (select 1 from class_sessions s where s.batch_id = b.id and s.ends_at < app_now())
     and exists (select 1 from class_sessions s where s.batch_id = b.id and s.starts_at > app_now())
   order by session_id nulls last, i.staff_id = $2 desc nulls last, b.id limit 1`,
)
const holdClassHere = statement(
  'hold_class_here',
  `update class_sessions s set classroom_provider = 'builtin' from batches b
   where s.id = $1 and b.id = s.batch_id and coalesce(s.classroom_provider, b.classroom_provider) <> 'builtin'`,
)
const insertDemoClass = statement<{ id: number }>(
  'insert_demo_class',
  `insert into class_sessions (batch_id, starts_at, ends_at, topic, module, classroom_provider, edited, extra, created_at)
   values ($1, app_now(), least(app_now() + make_interval(mins => $2),
     (select min(n.starts_at) from class_sessions n where n.batch_id = $1 and n.state <> 'cancelled' and n.starts_at > app_now())), 'A class that you try', '', 'builtin', true, true, app_now()) returning id`,
)

/**
 * Makes a class that begins now, of half an hour or until the next one of its batch, so that a newcomer sees one without waiting for the evening. One that was
 * ended is opened again.
 * @throws HttpError 404 outside of the demo; 409 when no batch of this person runs
 */
export async function startDemoClass(deps: Deps, staff: Staff): Promise<{ session_id: number }> {
  if (deps.config.environment !== 'demo') throw notFound('Only the demo makes such classes.')
  return staffTransaction(deps, staff, async (tx) => {
    const found = await row(tx, batchForDemoClass, [allows(staff.roles, 'sessions:read'), staff.id, joinOpensMinutes])
    if (!found) throw conflict('no_running_batch', 'No batch of yours runs now, so there is nobody to teach.')
    if (found.session_id !== null) {
      await rows(tx, holdClassHere, [found.session_id])
      await reopenClass(tx, found.session_id)
      return { session_id: found.session_id }
    }
    const made = await row(tx, insertDemoClass, [found.batch_id, length])
    if (!made) throw conflict('no_running_batch', 'The class could not be made. Please try again.')
    return { session_id: made.id }
  })
}
