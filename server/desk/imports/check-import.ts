import type { ParsedOf } from '#contract/endpoint.ts'
import type { ImportRecord, imports } from '#contract/desk/staff/imports.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findImport } from './import-list.ts'
import { parseFile } from './parse-file.ts'
import { countsOf, hashOf, type PredictedRow, predict, problemsOf, sha256 } from './predict.ts'

const insertImport = statement<{ id: number }>(
  'insert_import',
  `insert into student_imports (staff_id, file_name, reason, file_hash, hash, lines, accounts, enrolments, unchanged, problems, columns, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, app_now()) returning id`,
)
const insertImportRows = statement(
  'insert_import_rows',
  `insert into student_import_rows (import_id, line, name, email, phone, batch, outcome, problem, further_problems)
   select $1, n.line, n.name, n.email, n.phone, n.batch, n.outcome, n.problem, n.further_problems
   from jsonb_to_recordset($2::jsonb) as n (line integer, name text, email text, phone text, batch text, outcome text, problem text, further_problems text[])`,
)

/** Stores a file and what a run would do with each of its lines. @throws HttpError 400 for a file that can't be read */
export async function checkImport(
  deps: Deps,
  staff: Staff,
  { body }: Pick<ParsedOf<(typeof imports)['endpoints']['create']>, 'body'>,
): Promise<ImportRecord> {
  const { headings, rows: typed } = parseFile(body)
  return staffTransaction(deps, staff, async (tx) => {
    const predicted = await predict(tx, typed)
    const fileHash = sha256(body.workbook ?? body.text ?? '')
    const { accounts, enrolments, unchanged, problems } = countsOf(predicted)
    const { id } = await one(tx, insertImport, [
      staff.id,
      body.file_name,
      body.reason,
      fileHash,
      hashOf(fileHash, predicted),
      typed.length,
      accounts,
      enrolments,
      unchanged,
      problems,
      JSON.stringify(headings),
    ])
    await insertRows(tx, id, predicted)
    return findImport(tx, id)
  })
}

async function insertRows(tx: Queryable, importId: number, predicted: readonly PredictedRow[]): Promise<void> {
  const records = predicted.map((row) => ({ ...row.typed, outcome: row.outcome, ...problemsOf(row) }))
  await rows(tx, insertImportRows, [importId, JSON.stringify(records)])
}
