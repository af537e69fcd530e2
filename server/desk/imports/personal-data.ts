import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseImportRows = statement('erase_import_rows', `delete from student_import_rows where user_id = $1`)
const eraseImportRowsOfAddress = statement(
  'erase_import_rows_of_address',
  `delete from student_import_rows where lower(email) = $1`,
)

export const importsPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      imports_of_the_school: `select x.name, x.email, x.phone, x.batch, x.amount, x.method, x.reference, x.received_on, x.outcome, r.created_at, r.ran_at, r.undone_at
       from student_import_rows x join student_imports r on r.id = x.import_id where lower(x.email) = $1 order by r.id, x.line`,
    }),
  },
  erasures: { account: [eraseImportRows], address: [eraseImportRowsOfAddress] },
}
