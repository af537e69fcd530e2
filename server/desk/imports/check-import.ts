import type { ParsedOf } from '#contract/endpoint.ts'
import { type ImportRecord, type imports, isPaymentColumn, type PaidLines } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { forbidden, invalid } from '#server/platform/errors/errors.ts'
import { findImport } from './import-list.ts'
import { parseFile, readFile } from './parse-file.ts'
import { type CheckDeps, predictFile } from './predict-file.ts'
import { hashOf, type PredictedRow, sha256 } from './predict.ts'
import type { Mapping } from './read-headings.ts'
import { findMapping, rememberMapping, withoutPayments } from './remember-mapping.ts'
import { countedValues, storedRow } from './store-check.ts'

const insertImport = statement<{ id: number }>(
  'insert_import',
  `insert into student_imports (staff_id, file_name, reason, file_hash, hash, lines, accounts, enrolments, unchanged, problems, payments, waiting,
     received_paise, given_paise, columns, paid, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, app_now()) returning id`,
)
const insertImportRows = statement(
  'insert_import_rows',
  `insert into student_import_rows (import_id, line, name, email, phone, batch, amount, method, reference, received_on, batch_id, outcome,
     payment, problem, further_problems)
   select $1, n.line, n.name, n.email, n.phone, n.batch, n.amount, n.method, n.reference, n.received_on, b.id, n.outcome, n.payment, n.problem,
     n.further_problems
   from jsonb_to_recordset($2::jsonb) as n (line integer, name text, email text, phone text, batch text, amount text, method text,
     reference text, received_on text, batch_id integer, outcome text, payment text, problem text, further_problems text[])
   left join batches b on b.id = n.batch_id`,
)
const titleOfCourse = statement<{ title: string }>('title_of_course', `select title from courses where id = $1`)

type Body = ParsedOf<(typeof imports)['endpoints']['create']>['body']

/** Stores a file and what a run would do with each of its lines. @throws HttpError 400 for a file that can't be read, 403 for payments */
export async function checkImport(deps: CheckDeps, staff: Staff, { body }: { body: Body }): Promise<ImportRecord> {
  const file = readFile(body, body.mapping)
  const paid = paymentsOf(staff, body)
  return staffTransaction(deps, staff, async (tx) => {
    const { headings, rows: typed } = parseFile(file, {
      mapping: body.mapping ?? (await remembered(tx, file.headings, paid)),
      guessesPayments: paid !== null && body.mapping === undefined,
      batchId: body.batch_id ?? null,
      course: await readCourse(tx, body.course_id ?? null),
    })
    const predicted = await predictFile(tx, { deps, staff, paid, reason: body.reason, second: null }, typed)
    const fileHash = sha256(body.workbook ?? body.text ?? '')
    const { id } = await one(tx, insertImport, [
      staff.id,
      body.file_name,
      body.reason,
      fileHash,
      hashOf(fileHash, predicted),
      ...countedValues(predicted),
      JSON.stringify(headings),
      paid && JSON.stringify(paid),
    ])
    await insertRows(tx, id, predicted)
    if (body.mapping) await rememberMapping(tx, staff, { headings: file.headings, read: headings, isPaid: paid !== null })
    return findImport(tx, id)
  })
}

/** What the call says about payments; null when it says nothing. Money is never recorded for a heading that only looks like it. */
function paymentsOf(staff: Staff, { paid, mapping = {} }: Body): PaidLines | null {
  const said = paid ?? null
  if (!said && !Object.values(mapping).some(isPaymentColumn)) return null
  if (!allows(staff.roles, 'payments:write')) throw forbidden('Your role records no payments. Please leave their columns out.')
  return {
    ...(said ?? { amount_paise: null, method: null, received_on: null, discounts: false }),
    received_by: said?.received_by ?? staff.id,
  }
}

async function remembered(
  tx: Queryable,
  headings: readonly (string | null)[],
  paid: PaidLines | null,
): Promise<Mapping | undefined> {
  const mapping = await findMapping(tx, headings)
  return mapping && !paid ? withoutPayments(mapping) : mapping
}

async function readCourse(tx: Queryable, id: number | null): Promise<string | null> {
  if (id === null) return null
  const course = await row(tx, titleOfCourse, [id])
  if (course) return course.title
  const message = 'There is no such course.'
  throw invalid(message, { course_id: [message] })
}

async function insertRows(tx: Queryable, importId: number, predicted: readonly PredictedRow[]): Promise<void> {
  await rows(tx, insertImportRows, [importId, JSON.stringify(predicted.map(storedRow))])
}
