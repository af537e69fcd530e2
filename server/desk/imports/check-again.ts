import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { conflict, forbidden, HttpError } from '#server/platform/errors/errors.ts'
import type { TwoPersons } from '#server/money/approvals/second-person.ts'
import { findImport, type LockedImport, lockImport, readTypedRows } from './import-list.ts'
import type { Payments } from './pay-lines.ts'
import { type CheckDeps, predictFile } from './predict-file.ts'
import { hashOf, type PredictedRow } from './predict.ts'
import { storeCheck } from './store-check.ts'

/** Predicts a stored file again, under the locks of a run. @throws HttpError 403 for payments */
export async function predictAgain(
  deps: CheckDeps,
  tx: Queryable,
  staff: Staff,
  { locked, second }: { locked: LockedImport; second: TwoPersons | null },
): Promise<{ payments: Payments; predicted: PredictedRow[] }> {
  if (locked.paid && !allows(staff.roles, 'payments:write')) throw forbidden('Your role records no payments.')
  const payments = { deps, staff, paid: locked.paid, reason: locked.reason, second }
  return { payments, predicted: await predictFile(tx, payments, await readTypedRows(tx, locked.id), { locks: true }) }
}

/** What an act on a check needs: the check as it was named, and still holds. */
export interface HeldCheck {
  locked: LockedImport
  payments: Payments
  predicted: PredictedRow[]
}

/**
 * Does an act on a check that the person has seen, when it still holds. Otherwise it stores a new check and does nothing.
 * @param begin refuses what the state of the file does not allow, and says who decides
 * @throws HttpError 403 for payments, 404; 409 without lines, or with a new check
 */
export async function actOnCheck(
  deps: CheckDeps,
  staff: Staff,
  { id, hash }: { id: number; hash: string },
  begin: (tx: Queryable, locked: LockedImport) => Promise<TwoPersons | null>,
  act: (tx: Queryable, check: HeldCheck) => Promise<void>,
): Promise<ImportRecord> {
  const { isDone, record } = await staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    const second = await begin(tx, locked)
    if (locked.stored === 0) throw conflict('no_lines', 'The lines of this file are gone. Please check the file again.')
    const { payments, predicted } = await predictAgain(deps, tx, staff, { locked, second })
    const holds = hash === locked.hash && hashOf(locked.file_hash, predicted) === locked.hash
    if (holds) await act(tx, { locked, payments, predicted })
    else await storeCheck(tx, locked, predicted)
    return { isDone: holds, record: await findImport(tx, id) }
  })
  if (isDone) return record
  const message = 'Something has changed since the check. Please look at the new one.'
  throw new HttpError(409, 'check_changed', message, { current: record })
}
