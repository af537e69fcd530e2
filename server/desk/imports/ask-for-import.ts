import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { conflict, forbidden, HttpError, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { findImport, type LockedImport, lockImport, readTypedRows } from './import-list.ts'
import { notifyAsker, notifyDeciders } from './notify.ts'
import type { TwoPersons } from './pay-lines.ts'
import { type CheckDeps, predictFile } from './predict-file.ts'
import { hashOf, type PredictedRow } from './predict.ts'
import { storeCheck } from './store-check.ts'

const markAsked = statement(
  'mark_asked',
  `update student_imports set state = 'waiting', asked_by = $2, asked_at = app_now(), decided_by = null, decided_at = null, answer = null
   where id = $1`,
)
const markDeclined = statement(
  'mark_declined',
  `update student_imports set state = 'checked', decided_by = $2, decided_at = app_now(), answer = $3 where id = $1`,
)
const markWithdrawn = statement(
  'mark_withdrawn',
  `update student_imports set state = 'checked', asked_by = null, asked_at = null where id = $1`,
)

/**
 * Lets the lines of a file that give more than one person may wait for a second one, who runs the whole file. Other lines wait with them.
 * @throws HttpError 403 for payments, 404; 409 when it was run, waits, needs nobody, or the check has changed
 */
export async function askForImport(
  deps: CheckDeps,
  staff: Staff,
  { id, hash }: { id: number; hash: string },
): Promise<ImportRecord> {
  const { isAsked, record } = await staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, id)
    if (locked.state === 'waiting') throw conflict('waits_already', 'This file waits for a second person already.')
    if (locked.state !== 'checked') throw conflict('already_run', 'This file was run already.')
    const predicted = await predictAgain(deps, tx, staff, { locked, second: null })
    if (hash !== locked.hash || hashOf(locked.file_hash, predicted) !== locked.hash) {
      await storeCheck(tx, locked, predicted)
      return { isAsked: false, record: await findImport(tx, id) }
    }
    if (!predicted.some(needsSecondPerson)) throw conflict('not_needed', 'You can run this file without a second person.')
    // Who decides is not known yet. Nothing of this prediction is done.
    const second = { askedBy: staff.id, askedAt: null, decidedBy: staff.id }
    await storeCheck(tx, locked, await predictAgain(deps, tx, staff, { locked, second }))
    await rows(tx, markAsked, [id, staff.id])
    const asked = await findImport(tx, id)
    await notifyDeciders(deps, tx, asked)
    return { isAsked: true, record: asked }
  })
  if (isAsked) return record
  const message = 'Something has changed since the check. Please look at the new one.'
  throw new HttpError(409, 'check_changed', message, { current: record })
}

const needsSecondPerson = ({ problems, payment }: PredictedRow) => problems.includes('needs_approval') || payment === 'waits'

/** Declines to run what another person asked for. @throws HttpError 403 for payments, 404, 409; StaleVersion */
export async function declineImport(
  deps: CheckDeps,
  staff: Staff,
  { reason, ...target }: Target & { reason: string },
): Promise<ImportRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockWaiting(tx, target)
    if (locked.asked_by === staff.id) throw conflict('own_request', 'You asked for this. Please withdraw it.')
    await storeCheck(tx, locked, await predictAgain(deps, tx, staff, { locked, second: null }))
    await rows(tx, markDeclined, [target.id, staff.id, reason])
    const declined = await findImport(tx, target.id)
    await notifyAsker(deps, tx, declined)
    return declined
  })
}

/** Takes back what one has asked for. @throws HttpError 403 for payments, 404, 409; StaleVersion */
export async function withdrawImport(deps: CheckDeps, staff: Staff, target: Target): Promise<ImportRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockWaiting(tx, target)
    if (locked.asked_by !== staff.id) throw conflict('not_yours', 'Another person asked for this. You can decline it.')
    await storeCheck(tx, locked, await predictAgain(deps, tx, staff, { locked, second: null }))
    await rows(tx, markWithdrawn, [target.id])
    return findImport(tx, target.id)
  })
}

async function lockWaiting(tx: Queryable, { id, versions }: Target): Promise<LockedImport> {
  const locked = await lockImport(tx, id)
  if (!versions.includes(locked.version)) throw new StaleVersion(await findImport(tx, id))
  if (locked.state !== 'waiting') throw conflict('decided', 'This does not wait for a second person.')
  return locked
}

async function predictAgain(
  deps: CheckDeps,
  tx: Queryable,
  staff: Staff,
  { locked, second }: { locked: LockedImport; second: TwoPersons | null },
): Promise<PredictedRow[]> {
  if (locked.paid && !allows(staff.roles, 'payments:write')) throw forbidden('Your role records no payments.')
  const typed = await readTypedRows(tx, locked.id)
  if (typed.length === 0) throw conflict('no_lines', 'The lines of this file are gone. Please check the file again.')
  const payments = { deps, staff, paid: locked.paid, reason: locked.reason, second }
  return predictFile(tx, payments, typed, { locks: true })
}
