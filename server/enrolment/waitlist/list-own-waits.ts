import type { WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import type { Deps } from '#server/deps.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { ownColumns } from './own-entries.ts'

const entriesOfStudent = statement<WaitlistEntry>(
  'entries_of_student',
  `select ${ownColumns}
   from (select distinct on (e.batch_id) e.* from waitlist_entries e where e.user_id = $1 order by e.batch_id, e.id desc) w
     join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   order by w.id desc limit 100`,
)

// Most students wait for nothing, which the index of their entries says.
const openWaitsOfStudent = statement<WaitlistEntry>(
  'open_waits_of_student',
  `select ${ownColumns} from waitlist_entries w join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   where w.user_id = $1 and (w.state = 'waiting' or w.state = 'offered' and w.offered_until > app_now())
     and b.cancelled_at is null and b.starts_at > app_now()
   order by w.state = 'waiting', b.starts_at, w.id`,
)

/** The newest entry of a student in each batch, whatever became of it. */
export async function listOwnEntries(deps: Pick<Deps, 'db'>, student: Student): Promise<{ items: WaitlistEntry[] }> {
  return { items: await rows(deps.db, entriesOfStudent, [student.id]) }
}

/** The batches that a student waits for now, offered seats first. */
export async function listOwnWaits(deps: Pick<Deps, 'db'>, student: Student): Promise<WaitlistEntry[]> {
  return rows(deps.db, openWaitsOfStudent, [student.id])
}
