import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { lockAddresses } from '#server/people/accounts/claim-address.ts'
import { revokeUnverifiedSessions } from '#server/people/accounts/session.ts'
import { lockStudents } from '#server/money/approvals/approval-limit.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError } from '#server/platform/errors/errors.ts'
import { lockBatches } from '#server/enrolment/places/seats.ts'
import { findImport, type LockedImport, lockImport, readTypedRows } from './import-list.ts'
import {
  addressesIn,
  batchesIn,
  countsOf,
  enrols,
  hashOf,
  makesAccount,
  type PredictedRow,
  predict,
  problemsOf,
  readRow,
} from './predict.ts'

// An erasure, a sign-in and an enrolment by hand of the same student wait for the run, or the run for them.
const lockStudentsOfFile = statement(
  'lock_students_of_file',
  `select 1 from users where email = any ($1::text[]) order by id for no key update`,
)
const studentsOfFile = statement<{ id: number }>('students_of_file', `select id from users where email = any ($1::text[])`)
const insertAccounts = statement<{ id: number; email: string }>(
  'insert_accounts',
  `insert into users (email, full_name, phone, created_at)
   select n.email, n.name, n.phone, app_now() from jsonb_to_recordset($1::jsonb) as n (email text, name text, phone text)
   returning id, email`,
)
const insertImportedEnrolments = statement<{ id: number; user_id: number; batch_id: number }>(
  'insert_imported_enrolments',
  `insert into enrolments (user_id, batch_id, import_id, reason, enrolled_by, created_at)
   select n.user_id, n.batch_id, r.id, r.reason, $3, app_now()
   from student_imports r, jsonb_to_recordset($2::jsonb) as n (user_id bigint, batch_id integer) where r.id = $1
   returning id, user_id, batch_id`,
)
const saveRun = statement(
  'save_run',
  `update student_import_rows x set user_id = n.user_id, enrolment_id = n.enrolment_id
   from jsonb_to_recordset($2::jsonb) as n (line integer, user_id bigint, enrolment_id bigint)
   where x.import_id = $1 and x.line = n.line`,
)
const finishRun = statement('finish_run', `update student_imports set state = 'done', ran_at = app_now() where id = $1`)
const saveOutcomes = statement(
  'save_outcomes',
  `update student_import_rows x set outcome = n.outcome, problem = n.problem, further_problems = n.further_problems
   from jsonb_to_recordset($2::jsonb) as n (line integer, outcome text, problem text, further_problems text[])
   where x.import_id = $1 and x.line = n.line
     and (x.outcome, x.problem, x.further_problems) is distinct from (n.outcome, n.problem, n.further_problems)`,
)
const saveCheck = statement(
  'save_check',
  `update student_imports set hash = $2, lines = $3, accounts = $4, enrolments = $5, unchanged = $6, problems = $7 where id = $1`,
)

/**
 * Does what the check has found: all of it in one transaction, under the locks of its addresses, students, batches and accounts. When
 * that has changed, it stores a new check and changes no account.
 * @throws HttpError 404; 409 when it was run or the check has changed, such as when more students need a second person
 */
export async function runImport(deps: Deps, staff: Staff, { id, hash }: { id: number; hash: string }): Promise<ImportRecord> {
  const { isDone, record } = await staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    if (locked.state !== 'checked') throw conflict('already_run', 'This file was run already.')
    const typed = await readTypedRows(tx, id)
    if (typed.length === 0) throw conflict('no_lines', 'The lines of this file are gone. Please check the file again.')
    const read = typed.map(readRow)
    const addresses = addressesIn(read)
    await lockAddresses(tx, addresses)
    await lockStudents(
      tx,
      (await rows(tx, studentsOfFile, [addresses])).map((student) => student.id),
    )
    await lockBatches(tx, batchesIn(read))
    await rows(tx, lockStudentsOfFile, [addresses])
    const predicted = await predict(tx, typed)
    if (hash !== locked.hash || hashOf(locked.file_hash, predicted) !== locked.hash) {
      await storeCheck(tx, locked, predicted)
      return { isDone: false, record: await findImport(tx, id) }
    }
    await apply(tx, staff, id, predicted)
    return { isDone: true, record: await findImport(tx, id) }
  })
  if (isDone) return record
  const message = 'Something has changed since the check. Please look at the new one.'
  throw new HttpError(409, 'check_changed', message, { current: record })
}

async function storeCheck(tx: Queryable, locked: LockedImport, predicted: readonly PredictedRow[]): Promise<void> {
  const { accounts, enrolments, unchanged, problems } = countsOf(predicted)
  const hash = hashOf(locked.file_hash, predicted)
  await rows(tx, saveCheck, [locked.id, hash, predicted.length, accounts, enrolments, unchanged, problems])
  const outcomes = predicted.map((row) => ({ line: row.typed.line, outcome: row.outcome, ...problemsOf(row) }))
  await rows(tx, saveOutcomes, [locked.id, JSON.stringify(outcomes)])
}

async function apply(tx: Queryable, staff: Staff, importId: number, predicted: readonly PredictedRow[]): Promise<void> {
  const done = predicted.flatMap((row) => (row.values ? { ...row, values: row.values } : []))
  const people = done
    .filter(({ outcome }) => makesAccount(outcome))
    .map(({ values: { name, email, phone } }) => ({ name, email, phone }))
  const made = new Map((await rows(tx, insertAccounts, [JSON.stringify(people)])).map((user) => [user.email, user.id]))
  const withUser = done.map((row) => ({ ...row, studentId: row.userId ?? made.get(row.values.email) }))
  const enrolments = withUser
    .filter(({ outcome }) => enrols(outcome))
    .map(({ studentId, values }) => ({ user_id: studentId, batch_id: values.batchId }))
  const given = await rows(tx, insertImportedEnrolments, [importId, JSON.stringify(enrolments), staff.id])
  if (made.size !== people.length || given.length !== enrolments.length)
    throw new Error(`import ${importId} did not do what it predicted`)
  await revokeUnverifiedSessions(tx, [...new Set(given.map((one) => one.user_id))])
  const enrolmentOf = new Map(given.map((one) => [`${one.user_id}/${one.batch_id}`, one.id]))
  const saved = withUser.map(({ typed, outcome, studentId, values }) => ({
    line: typed.line,
    user_id: studentId,
    enrolment_id: enrols(outcome) ? enrolmentOf.get(`${studentId}/${values.batchId}`) : null,
  }))
  await rows(tx, saveRun, [importId, JSON.stringify(saved)])
  await rows(tx, finishRun, [importId])
}
