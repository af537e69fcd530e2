import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseClassNotes = statement('erase_class_notes', `delete from class_notes where user_id = $1`)

export const notesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      class_notes: `select s.batch_id, s.number as class_number, n.at_seconds, n.text, n.created_at, n.changed_at
       from class_notes n join numbered_sessions s on s.id = n.session_id where n.user_id = $1 order by n.id`,
    }),
  },
  erasures: { account: [eraseClassNotes] },
}
