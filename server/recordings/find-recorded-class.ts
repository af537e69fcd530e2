import type { Staff } from '../auth/principal.ts'
import { type Queryable, row, statement } from '../db/query.ts'
import { conflict, forbidden, notFound } from '../errors.ts'
import { teacherOf } from './recording-records.ts'

interface RecordedClass {
  mine: boolean
  instructor: string
  state: 'ahead' | 'cancelled' | 'begun'
}

// The lock makes a change of the class wait, such as a substitute who takes it over.
const recordedClass = statement<RecordedClass>(
  'recorded_class',
  `select $2::integer is null or coalesce(i.staff_id = $2, false) as mine, i.name as instructor,
     case when s.state = 'cancelled' or s.ends_at > b.cancelled_at then 'cancelled'
       when s.starts_at > app_now() then 'ahead' else 'begun' end as state
   from class_sessions s join batches b on b.id = s.batch_id
   join instructors i on i.id = coalesce(s.instructor_id, b.instructor_id)
   join instructors h on h.id = b.instructor_id
   where s.id = $1 and ($2::integer is null or $2 in (i.staff_id, h.staff_id)) for share of s, b`,
)

/**
 * Finds a class whose recordings the person may write: an instructor those of the classes that they teach.
 * @throws HttpError 404 for a class that they do not see, 403 for one that another instructor teaches
 */
export async function findRecordedClass(tx: Queryable, staff: Staff, sessionId: number): Promise<RecordedClass> {
  const found = await row(tx, recordedClass, [sessionId, teacherOf(staff)])
  if (!found) throw notFound('Class not found.')
  if (!found.mine) throw forbidden(`${found.instructor} teaches this class and gives its recording.`)
  return found
}

/** @throws HttpError 409 for a class that has no recording */
export function checkBegun({ state }: RecordedClass): void {
  if (state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
  if (state === 'ahead') throw conflict('class_ahead', 'This class has not begun. It has no recording yet.')
}
