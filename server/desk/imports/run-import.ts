import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { conflict, forbidden, HttpError } from '#server/platform/errors/errors.ts'
import { applyUnpaid } from './apply-unpaid.ts'
import { findImport, lockImport, readTypedRows } from './import-list.ts'
import { notifyAsker } from './notify.ts'
import { payLine, type Payments } from './pay-lines.ts'
import { type CheckDeps, predictFile } from './predict-file.ts'
import { hashOf, type PredictedRow } from './predict.ts'
import { readSecondPerson } from './second-person.ts'
import { storeCheck } from './store-check.ts'

const saveRun = statement(
  'save_run',
  `update student_import_rows x set user_id = n.user_id, offline_payment_id = n.offline_payment_id,
     enrolment_id = coalesce(n.enrolment_id, (
       select e.id from offline_payments f join payments p on p.order_id = f.order_id join enrolments e on e.payment_id = p.id
       where f.id = n.offline_payment_id))
   from jsonb_to_recordset($2::jsonb) as n (line integer, user_id bigint, enrolment_id bigint, offline_payment_id bigint)
   where x.import_id = $1 and x.line = n.line`,
)
const finishRun = statement(
  'finish_run',
  `update student_imports r set state = 'done', ran_at = app_now(), decided_by = $2, decided_at = case when $2::integer is not null then app_now() end,
     decided_alone = coalesce($2 = r.asked_by, false), asked_by = case when $2 is not null then r.asked_by end,
     asked_at = case when $2 is not null then r.asked_at end, answer = null
   where r.id = $1`,
)

/**
 * Does what the check has found: all of it in one transaction, under the locks of its addresses, students, batches and accounts. When
 * that has changed, it stores a new check and changes no account.
 * One that waits is run by a second person, for the one who asked.
 * @throws HttpError 403 for payments, 404; 409 when it was run, for the person who asked, or when the check has changed, such as when more
 * students need a second person
 */
export async function runImport(
  deps: CheckDeps,
  staff: Staff,
  { id, hash }: { id: number; hash: string },
): Promise<ImportRecord> {
  const { isDone, record } = await staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    if (locked.state !== 'checked' && locked.state !== 'waiting') throw conflict('already_run', 'This file was run already.')
    if (locked.paid && !allows(staff.roles, 'payments:write')) throw forbidden('Your role records no payments.')
    const typed = await readTypedRows(tx, id)
    if (typed.length === 0) throw conflict('no_lines', 'The lines of this file are gone. Please check the file again.')
    const second = await readSecondPerson(tx, staff, locked)
    const payments = { deps, staff, paid: locked.paid, reason: locked.reason, second }
    const predicted = await predictFile(tx, payments, typed, { locks: true })
    if (hash !== locked.hash || hashOf(locked.file_hash, predicted) !== locked.hash) {
      await storeCheck(tx, locked, predicted)
      return { isDone: false, record: await findImport(tx, id) }
    }
    await apply(tx, payments, id, predicted)
    const done = await findImport(tx, id)
    if (second) await notifyAsker(deps, tx, done)
    return { isDone: true, record: done }
  })
  if (isDone) return record
  const message = 'Something has changed since the check. Please look at the new one.'
  throw new HttpError(409, 'check_changed', message, { current: record })
}

async function apply(tx: Queryable, payments: Payments, importId: number, predicted: readonly PredictedRow[]): Promise<void> {
  const saved = []
  const { second } = payments
  for (const applied of await applyUnpaid(tx, { staffId: second?.askedBy ?? payments.staff.id, importId }, predicted)) {
    const paid = await pay(tx, payments, importId, applied)
    saved.push({
      line: applied.row.typed.line,
      user_id: applied.studentId,
      enrolment_id: applied.enrolmentId,
      offline_payment_id: paid,
    })
  }
  await rows(tx, saveRun, [importId, JSON.stringify(saved)])
  await rows(tx, finishRun, [importId, second?.decidedBy ?? null])
}

/** Records the payment of a line that is paid, as it was predicted. */
async function pay(
  tx: Queryable,
  { paid, ...by }: Payments,
  importId: number,
  applied: Parameters<typeof payLine>[2],
): Promise<number | null> {
  const expected = applied.row.payment
  if (!paid || expected === null) return null
  const { payment, offlinePaymentId } = await payLine(tx, { ...by, paid }, applied)
  if (payment !== expected) throw new Error(`import ${importId} did not pay as it predicted`)
  return offlinePaymentId
}
