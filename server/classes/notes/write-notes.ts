import {
  type addClassNote as addContract,
  type changeClassNote as changeContract,
  type ClassNotes,
  noteLimits,
} from '#contract/classes/notes.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { findOwnNotes, requireOwnClass } from './own-notes.ts'

/** The notes of one student are counted, compared and written one after the other. */
const lockNoteWriter = statement('lock_note_writer', `select pg_advisory_xact_lock(93, $1::bigint::integer)`)
const recordingOfClass = statement<{ id: number }>(
  'recording_of_class',
  `select id from recordings where id = $1 and session_id = $2`,
)
const countNotes = statement<{ count: number }>(
  'count_notes',
  `select count(*)::integer as count from class_notes where user_id = $1 and session_id = $2`,
)
// A note that is sent twice is stored once. No index says so: notes of two recordings that are deleted may become the same.
const insertNote = statement(
  'insert_note',
  `insert into class_notes (user_id, session_id, recording_id, at_seconds, text, created_at, changed_at)
   select $1, $2, $3, $4, $5, app_now(), app_now() where not exists (
     select 1 from class_notes where user_id = $1 and session_id = $2 and recording_id is not distinct from $3
       and at_seconds is not distinct from $4 and text = $5)`,
)
const updateNote = statement<{ id: number }>(
  'update_note',
  `update class_notes set text = $4, changed_at = app_now() where user_id = $1 and session_id = $2 and id = $3 returning id`,
)
const deleteOwnNote = statement<{ id: number }>(
  'delete_own_note',
  `delete from class_notes where user_id = $1 and session_id = $2 and id = $3 returning id`,
)

/** @throws HttpError 404 for a class of another batch; 400 for a recording of another class; 409 above the limit */
export async function addClassNote(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params: { session_id: sessionId }, body }: ParsedOf<typeof addContract>,
): Promise<ClassNotes> {
  return transaction(deps.db, async (tx) => {
    await requireOwnClass(tx, student, sessionId)
    if (body.recording_id !== null && !(await row(tx, recordingOfClass, [body.recording_id, sessionId]))) {
      const message = 'This is no recording of the class.'
      throw invalid(message, { recording_id: [message] })
    }
    await rows(tx, lockNoteWriter, [student.id])
    const { count } = await one(tx, countNotes, [student.id, sessionId])
    if (count >= noteLimits.notes) {
      throw conflict('too_many_notes', `You have ${noteLimits.notes} notes of this class. Delete one before you write another.`)
    }
    await rows(tx, insertNote, [student.id, sessionId, body.recording_id, body.at_seconds, body.text])
    return findOwnNotes(tx, student, sessionId)
  })
}

/** @throws HttpError 404 for a note of somebody else */
export async function changeClassNote(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params: { session_id: sessionId, note_id: noteId }, body }: ParsedOf<typeof changeContract>,
): Promise<ClassNotes> {
  return transaction(deps.db, async (tx) => {
    if (!(await row(tx, updateNote, [student.id, sessionId, noteId, body.text]))) throw notFound('There is no such note.')
    return findOwnNotes(tx, student, sessionId)
  })
}

/** @throws HttpError 404 for a note of somebody else */
export async function deleteClassNote(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { session_id: sessionId, note_id: noteId }: { session_id: number; note_id: number },
): Promise<ClassNotes> {
  return transaction(deps.db, async (tx) => {
    if (!(await row(tx, deleteOwnNote, [student.id, sessionId, noteId]))) throw notFound('There is no such note.')
    return findOwnNotes(tx, student, sessionId)
  })
}
