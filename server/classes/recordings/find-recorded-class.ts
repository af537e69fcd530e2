import type { Staff } from '#server/platform/auth/principal.ts'
import { type ClassStanding, givesClass, seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors/errors.ts'

interface RecordedClass {
  mine: boolean
  instructor: string
  standing: ClassStanding
}

// The lock makes a change of the class wait, such as a substitute who takes it over.
const recordedClass = statement<RecordedClass>(
  'recorded_class',
  `select $2::integer is null or ${givesClass('n', '$2')} as mine, i.name as instructor, n.standing
   from numbered_sessions n join instructors i on i.id = n.teacher_id
   where n.id = $1 and ${seesClass('n', '$2')} for share of n`,
)

/**
 * Finds a class whose recordings the person may write: an instructor those of the classes that they teach.
 * @throws HttpError 404 for a class that they do not see, 403 for one that another instructor teaches
 */
export async function findRecordedClass(tx: Queryable, staff: Staff, sessionId: number): Promise<RecordedClass> {
  const found = await row(tx, recordedClass, [sessionId, teacherOf(staff, 'recordings:write')])
  if (!found) throw notFound('Class not found.')
  if (!found.mine) throw forbidden(`${found.instructor} teaches this class and gives its recording.`)
  return found
}

/** @throws HttpError 409 for a class that has no recording */
export function checkBegun({ standing }: RecordedClass): void {
  if (standing === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
  if (standing === 'scheduled') throw conflict('class_ahead', 'This class has not begun. It has no recording yet.')
}
