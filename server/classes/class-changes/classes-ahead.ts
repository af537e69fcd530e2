import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** A class that is not over, as students and instructors see it. */
export interface ClassAhead {
  id: number
  sequence: number
  number: number
  total: number
  topic: string
  starts_at: string
  ends_at: string
  cancelled: boolean
  /** Why it is cancelled; may be empty. */
  cancel_reason: string
  /** Start of the cancelled class that it makes up for. ISO 8601. */
  makes_up_for_at: string | null
  /** Start of the class that makes up for it. ISO 8601. */
  made_up_at: string | null
  /** The substitute, else the batch's instructor. */
  instructor_id: number
  instructor: string
  /** The link of the class, else of the batch. */
  link: string | null
}

const classesAhead = statement<ClassAhead>(
  'classes_ahead',
  `select n.id, n.sequence, n.number, n.total, n.topic, ${isoInstant('n.starts_at')} as starts_at,
     ${isoInstant('n.ends_at')} as ends_at, n.state = 'cancelled' as cancelled, n.cancel_reason,
     ${isoInstant('n.makes_up_for_at')} as makes_up_for_at, ${isoInstant('n.made_up_at')} as made_up_at, i.id as instructor_id, i.name as instructor,
     coalesce(n.classroom_url, b.classroom_url) as link
   from numbered_sessions n join batches b on b.id = n.batch_id
   join instructors i on i.id = n.teacher_id
   where n.batch_id = $1 and n.ends_at > app_now() and b.cancelled_at is null and b.published
   order by n.starts_at, n.id`,
)

/** The classes of a batch that are not over, in order of start. None for a cancelled batch and a draft. */
export async function readClassesAhead(tx: Queryable, batchId: number): Promise<ClassAhead[]> {
  return rows(tx, classesAhead, [batchId])
}
