import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { applyUnpaid } from './apply-unpaid.ts'
import { actOnCheck } from './check-again.ts'
import { findImport } from './import-list.ts'
import { notifyAsker } from './notify.ts'
import { payLine, type Payments } from './pay-lines.ts'
import type { CheckDeps } from './predict-file.ts'
import type { PredictedRow } from './predict.ts'
import { readSecondPerson } from './second-person.ts'

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
export async function runImport(deps: CheckDeps, staff: Staff, input: { id: number; hash: string }): Promise<ImportRecord> {
  return actOnCheck(
    deps,
    staff,
    input,
    (tx, locked) => {
      if (locked.state === 'checked' || locked.state === 'waiting') return readSecondPerson(tx, staff, locked)
      throw conflict('already_run', 'This file was run already.')
    },
    async (tx, { payments, predicted }) => {
      await apply(tx, payments, input.id, predicted)
      if (payments.second) await notifyAsker(deps, tx, await findImport(tx, input.id))
    },
  )
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
