import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseStudentNotes = statement('erase_student_notes', `delete from student_notes where user_id = $1`)
const eraseStudentExports = statement('erase_student_exports', `delete from student_exports where user_id = $1`)

export const studentsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      notes_of_the_school: `select kind, body, created_at from student_notes where user_id = $1 order by id`,
      copies_by_the_school: `select created_at from student_exports where user_id = $1 order by id`,
    }),
  },
  erasures: { account: [eraseStudentNotes, eraseStudentExports] },
}
