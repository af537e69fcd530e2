import type { ClassNote, ClassNotes } from '#contract/classes/notes.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const ownClass = statement<{ id: number }>(
  'own_class',
  `select s.id from class_sessions s join active_enrolments e on e.batch_id = s.batch_id where s.id = $1 and e.user_id = $2`,
)
const ownNotes = statement<ClassNote>(
  'own_notes',
  `select id, recording_id, at_seconds, text, ${isoInstant('created_at')} as created_at, ${isoInstant('changed_at')} as changed_at
   from class_notes where user_id = $1 and session_id = $2
   order by recording_id nulls first, at_seconds nulls first, id`,
)

/** @throws HttpError 404 for a class of a batch that the student is not in */
export async function requireOwnClass(db: Queryable, student: Student, sessionId: number): Promise<void> {
  if (!(await row(db, ownClass, [sessionId, student.id]))) throw notFound('This is no class of your batch.')
}

export async function findOwnNotes(db: Queryable, student: Student, sessionId: number): Promise<ClassNotes> {
  return { notes: await rows(db, ownNotes, [student.id, sessionId]) }
}

/** @throws HttpError 404 */
export async function listClassNotes(db: Queryable, student: Student, sessionId: number): Promise<ClassNotes> {
  await requireOwnClass(db, student, sessionId)
  return findOwnNotes(db, student, sessionId)
}
