import { importLimits } from '#contract/desk/staff/imports.ts'
import { lockStudents } from '#server/money/approvals/approval-limit.ts'
import { lockAddresses } from '#server/people/accounts/claim-address.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { lockBatches } from '#server/enrolment/places/seats.ts'
import { type Payments, tryPayments } from './pay-lines.ts'
import { addressesIn, batchesIn, predict, type PredictedRow } from './predict.ts'
import { type ReadRow, readRows } from './read-rows.ts'
import type { TypedRow } from './typed-row.ts'

export type CheckDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'random'>

// An erasure, a sign-in and an enrolment by hand of the same student wait for the run, or the run for them.
const lockStudentsOfFile = statement(
  'lock_students_of_file',
  `select 1 from users where email = any ($1::text[]) order by id for no key update`,
)
const studentsOfFile = statement<{ id: number }>('students_of_file', `select id from users where email = any ($1::text[])`)

/** Predicts what a run does with each line of a file. One that is paid is tried, so it takes the locks of a run. @throws HttpError 400 */
export async function predictFile(
  tx: Queryable,
  payments: Payments,
  typed: readonly TypedRow[],
  { locks = false }: { locks?: boolean } = {},
): Promise<PredictedRow[]> {
  const read = await readRows(tx, typed, payments.paid)
  const paidLines = read.filter((row) => 'name' in row && row.sale !== null).length
  if (paidLines > importLimits.payments) {
    const message = `The file has ${paidLines} payments. Please split it: ${importLimits.payments} are the most.`
    throw invalid(message, { text: [message] })
  }
  if (locks || paidLines > 0) await lockFile(tx, read)
  return tryPayments(tx, payments, await predict(tx, read, { isForTwo: payments.second !== null }))
}

async function lockFile(tx: Queryable, read: readonly ReadRow[]): Promise<void> {
  const addresses = addressesIn(read)
  await lockAddresses(tx, addresses)
  await lockStudents(
    tx,
    (await rows(tx, studentsOfFile, [addresses])).map((student) => student.id),
  )
  await lockBatches(tx, batchesIn(read))
  await rows(tx, lockStudentsOfFile, [addresses])
}
