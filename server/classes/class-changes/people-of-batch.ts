import type { NotifiedPeople } from '#contract/classes/staff/sessions.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

export interface NotifiedStudent {
  id: number
  to: string
  name: string
}

export interface NotifiedInstructor extends NotifiedStudent {
  instructor: string
}

const studentsToNotify = statement<NotifiedStudent>(
  'students_to_notify',
  `select u.id, u.email as "to", u.full_name as name from active_enrolments e join users u on u.id = e.user_id
   where e.batch_id = $1 and ${isReachable('u')} order by u.id`,
)
const instructorsToNotify = statement<NotifiedInstructor>(
  'instructors_to_notify',
  `select i.id, s.email as "to", s.name, i.name as instructor from instructors i join staff s on s.id = i.staff_id
   where i.id = any ($1) and s.disabled_at is null order by i.id`,
)

const instructorOfChangedBatch = statement<{ id: number }>(
  'instructor_of_changed_batch',
  `select instructor_id as id from batches where id = $1`,
)

/** Who is told when the pattern of a batch moves its classes. */
export async function notifiedByPattern(db: Queryable, batchId: number): Promise<NotifiedPeople> {
  const students = await readStudentsToNotify(db, batchId)
  const ids = (await rows(db, instructorOfChangedBatch, [batchId])).map(({ id }) => id)
  const instructors = await readInstructorsToNotify(db, ids)
  return { students: students.length, instructors: instructors.map(({ instructor }) => instructor) }
}

/** The students of a batch who are told of changes: enrolled, with an account that is neither disabled nor erased. */
export async function readStudentsToNotify(tx: Queryable, batchId: number): Promise<NotifiedStudent[]> {
  return rows(tx, studentsToNotify, [batchId])
}

/** Those of the instructors who have an account of staff. Others have no address. */
export async function readInstructorsToNotify(tx: Queryable, ids: readonly number[]): Promise<NotifiedInstructor[]> {
  return rows(tx, instructorsToNotify, [ids])
}

/** How the causes of mails name a person. */
export const personOf = ({ id }: NotifiedStudent) => String(id)
export const instructorOf = ({ id }: NotifiedInstructor) => `instructor:${id}`
