import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { addStudentNote as endpoint } from '#contract/desk/staff/students.ts'
import { isErased } from '#server/people/accounts/is-erased.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { insertNote } from './insert-note.ts'
import { studentRecords } from './student-records.ts'

// A repeated call waits here, and then finds the note of the first.
const lockWriter = statement('lock_writer', `select 1 from staff where id = $1 for no key update`)
const lastNote = statement<{ id: number; kind: 'note'; staff: string; body: string; created_at: Date; is_same: boolean }>(
  'last_note',
  `select n.id, n.kind, s.name as staff, n.body, n.created_at, n.kind = 'note' and n.staff_id = $2 and n.body = $3 as is_same
   from student_notes n join staff s on s.id = n.staff_id where n.user_id = $1 order by n.id desc limit 1`,
)

/**
 * Adds a note. The words that the person wrote last stay one note, so a repeated call answers the first.
 * @throws HttpError 404, 409 for an erased account
 */
export async function addStudentNote(
  deps: Deps,
  staff: Staff,
  { params: { id }, body: { body } }: ParsedOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return staffTransaction(deps, staff, async (tx) => {
    await studentRecords.find(tx, id)
    // Under a lock, so that an erasure does not miss the note.
    if (await isErased(tx, id)) throw conflict('erased', 'This account is erased.')
    await rows(tx, lockWriter, [staff.id])
    const last = await row(tx, lastNote, [id, staff.id, body])
    if (last?.is_same) {
      const { is_same: _, ...first } = last
      return { ...first, created_at: first.created_at.toISOString() }
    }
    const note = await insertNote(tx, staff, { studentId: id, kind: 'note', body })
    return { ...note, created_at: note.created_at.toISOString() }
  })
}
