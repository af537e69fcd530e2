import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { LockedImport } from './import-list.ts'
import { countsOf, hashOf, type PredictedRow, problemsOf } from './predict.ts'

const saveOutcomes = statement(
  'save_outcomes',
  `update student_import_rows x set name = n.name, email = n.email, phone = n.phone, batch = n.batch, amount = n.amount, method = n.method,
     reference = n.reference, received_on = n.received_on, batch_id = b.id, outcome = n.outcome, payment = n.payment, problem = n.problem,
     further_problems = n.further_problems
   from jsonb_to_recordset($2::jsonb) as n (line integer, name text, email text, phone text, batch text, amount text, method text,
     reference text, received_on text, batch_id integer, outcome text, payment text, problem text, further_problems text[])
     left join batches b on b.id = n.batch_id
   where x.import_id = $1 and x.line = n.line`,
)
const saveCheck = statement(
  'save_check',
  `update student_imports set hash = $2, lines = $3, accounts = $4, enrolments = $5, unchanged = $6, problems = $7, payments = $8, waiting = $9,
     received_paise = $10, given_paise = $11
   where id = $1`,
)

/** Stores a new check of a file that was checked before, with its lines as they are now. */
export async function storeCheck(tx: Queryable, locked: LockedImport, predicted: readonly PredictedRow[]): Promise<void> {
  await rows(tx, saveCheck, [locked.id, hashOf(locked.file_hash, predicted), ...countedValues(predicted)])
  await rows(tx, saveOutcomes, [locked.id, JSON.stringify(predicted.map(storedRow))])
}

/** The counts of a check, in the order in which statements take them. */
export function countedValues(predicted: readonly PredictedRow[]): number[] {
  const { accounts, enrolments, unchanged, problems, payments, waiting, received_paise, given_paise } = countsOf(predicted)
  return [predicted.length, accounts, enrolments, unchanged, problems, payments, waiting, received_paise, given_paise]
}

/** A line as its row has it. */
export const storedRow = (row: PredictedRow) => ({
  ...row.typed,
  batch_id: row.batchId,
  outcome: row.outcome,
  payment: row.payment,
  ...problemsOf(row),
})
