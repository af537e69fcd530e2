import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'

interface Note {
  id: number
  kind: 'note' | 'address_changed' | 'disabled'
  staff: string
  body: string
  created_at: Date
}

const insertStudentNote = statement<Note>(
  'insert_student_note',
  `with made as (
     insert into student_notes (user_id, staff_id, kind, body, created_at) values ($1, $2, $3, $4, app_now()) returning *
   )
   select m.id, m.kind, s.name as staff, m.body, m.created_at from made m join staff s on s.id = m.staff_id`,
)

/** Adds a note, the proof of a change or the reason of an act to what staff wrote about a student. */
export async function insertNote(
  tx: Queryable,
  staff: Staff,
  { studentId, kind, body }: { studentId: number; kind: Note['kind']; body: string },
): Promise<Note> {
  return one(tx, insertStudentNote, [studentId, staff.id, kind, body])
}
