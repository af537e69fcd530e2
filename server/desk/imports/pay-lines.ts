import type { ImportPayment, ImportProblem, PaidLines } from '#contract/desk/staff/imports.ts'
import { takePaymentOfMany } from '#server/money/approvals/money-acts.ts'
import type { TwoPersons } from '#server/money/approvals/second-person.ts'
import type { ActDeps } from '#server/money/approvals/perform.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { type AppliedRow, applyUnpaid } from './apply-unpaid.ts'
import { leaveOut, type PredictedRow, withAccounts } from './predict.ts'

const beginImportTrial = statement('begin_import_trial', `savepoint import_trial`)
const undoImportTrial = statement('undo_import_trial', `rollback to savepoint import_trial`)
const beginImportLine = statement('begin_import_line', `savepoint import_line`)
const undoImportLine = statement('undo_import_line', `rollback to savepoint import_line`)
// The enrolments of a trial need an import, which goes with them.
const insertImportTrial = statement<{ id: number }>(
  'insert_import_trial',
  `insert into student_imports (staff_id, file_name, reason, file_hash, hash, lines, accounts, enrolments, unchanged, problems, created_at)
   values ($1, 'trial', 'trial', '', '', 0, 0, 0, 0, 0, app_now()) returning id`,
)

export interface Payments {
  deps: ActDeps
  staff: Staff
  paid: PaidLines | null
  /** Of the import, and of its discounts. */
  reason: string
  /** Of a list that a second person runs. */
  second: TwoPersons | null
}

/**
 * Says what becomes of each payment of the lines. Each is checked like one at the desk, after all that comes before it, and then all of it
 * is undone. So a check finds whatever a payment is refused for. A line whose payment is refused is left out, and keeps its seat in the
 * prediction like every other.
 */
export async function tryPayments(
  tx: Queryable,
  payments: Payments,
  predicted: readonly PredictedRow[],
): Promise<PredictedRow[]> {
  const { staff, paid } = payments
  if (!paid || predicted.every(({ payment }) => payment === null)) return [...predicted]
  await rows(tx, beginImportTrial)
  const { id } = await one(tx, insertImportTrial, [staff.id])
  const results = new Map<number, PaidLine | ImportProblem>()
  for (const applied of await applyUnpaid(tx, { staffId: staff.id, importId: id }, predicted)) {
    if (applied.row.payment === null) continue
    await rows(tx, beginImportLine)
    const result = await payLine(tx, { ...payments, paid, isTrial: true }, applied).catch(problemOf)
    if (typeof result === 'string') await rows(tx, undoImportLine)
    results.set(applied.row.typed.line, result)
  }
  await rows(tx, undoImportTrial)
  return withAccounts(predicted.map((row) => withResult(row, results.get(row.typed.line))))
}

function withResult(row: PredictedRow, result: PaidLine | ImportProblem | undefined): PredictedRow {
  if (result === undefined) return row
  if (typeof result === 'string') return leaveOut(row, [result])
  const { payment, amountPaise } = result
  return { ...row, payment, worthPaise: amountPaise, ...(payment === 'paid' ? {} : { outcome: 'payment' }) }
}

export interface PaidLine {
  payment: ImportPayment
  offlinePaymentId: number
  amountPaise: number
}

/** Takes the payment of a line. @throws HttpError when it can't be accepted */
export async function payLine(
  tx: Queryable,
  { deps, staff, paid, reason, second, isTrial = false }: Payments & { paid: PaidLines; isTrial?: boolean },
  { row: { values }, studentId }: Pick<AppliedRow, 'row' | 'studentId'>,
): Promise<PaidLine> {
  const { sale, batchId } = values
  if (!sale || batchId === null) throw new Error(`a payment of line ${values.typed.line} has no batch`)
  const given = {
    userId: studentId,
    batch_id: batchId,
    amount_paise: sale.amountPaise,
    discountReason: paid.discounts ? reason.slice(0, 500) : null,
    method: sale.method,
    reference: sale.reference,
    received_on: sale.receivedOn,
    received_by: paid.received_by ?? staff.id,
  }
  const { waits, ...taken } = await takePaymentOfMany(deps, tx, staff, given, { isTrial, second })
  return { payment: waits ? 'waits' : sale.method === 'cheque' ? 'at_bank' : 'paid', ...taken }
}

/** What the refusal of a payment means for its line. */
const problems: Readonly<Record<string, ImportProblem>> = {
  price_differs: 'price_differs',
  reference_taken: 'reference_taken',
  payment_open: 'payment_open',
  cash_limit: 'cash_limit',
  batch_full: 'batch_full',
  batch_ended: 'batch_over',
  batch_draft: 'batch_draft',
  batch_cancelled: 'batch_cancelled',
}

function problemOf(error: unknown): ImportProblem {
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const field = (['reference', 'received_on', 'received_by'] as const).find((name) => error.body[name] !== undefined)
  return problems[error.body.code] ?? field ?? 'payment_refused'
}
