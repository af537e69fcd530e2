import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { addStudentNote as endpoint } from '#contract/staff/students.ts'
import { isErased } from '../accounts/is-erased.ts'
import { staffTransaction } from '../audit/staff-transaction.ts'
import type { Staff } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { insertNote } from './insert-note.ts'
import { studentRecords } from './student-records.ts'

/** @throws HttpError 404, 409 for an erased account */
export async function addStudentNote(
  deps: Deps,
  staff: Staff,
  { params: { id }, body: { body } }: ParsedOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return staffTransaction(deps, staff, async (tx) => {
    await studentRecords.find(tx, id)
    // Under a lock, so that an erasure does not miss the note.
    if (await isErased(tx, id)) throw conflict('erased', 'This account is erased.')
    const note = await insertNote(tx, staff, { studentId: id, kind: 'note', body })
    return { ...note, created_at: note.created_at.toISOString() }
  })
}
