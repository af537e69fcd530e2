import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { actOnCheck, predictAgain } from './check-again.ts'
import { findImport, type LockedImport, lockImport } from './import-list.ts'
import { notifyAsker, notifyDeciders } from './notify.ts'
import type { CheckDeps } from './predict-file.ts'
import type { PredictedRow } from './predict.ts'
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
export async function askForImport(deps: CheckDeps, staff: Staff, input: { id: number; hash: string }): Promise<ImportRecord> {
  return actOnCheck(
    deps,
    staff,
    input,
    async (_tx, { state }) => {
      if (state === 'waiting') throw conflict('waits_already', 'This file waits for a second person already.')
      if (state !== 'checked') throw conflict('already_run', 'This file was run already.')
      return null
    },
    async (tx, { locked, predicted }) => {
      if (!predicted.some(needsSecondPerson)) throw conflict('not_needed', 'You can run this file without a second person.')
      // Who decides is not known yet. Nothing of this prediction is done.
      const second = { askedBy: staff.id, askedAt: null, decidedBy: staff.id }
      await storeCheck(tx, locked, (await predictAgain(deps, tx, staff, { locked, second })).predicted)
      await rows(tx, markAsked, [locked.id, staff.id])
      await notifyDeciders(deps, tx, await findImport(tx, locked.id))
    },
  )
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
    await rows(tx, markDeclined, [target.id, staff.id, reason])
    await checkForOne(deps, tx, staff, locked)
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
    await rows(tx, markWithdrawn, [target.id])
    await checkForOne(deps, tx, staff, locked)
    return findImport(tx, target.id)
  })
}

async function lockWaiting(tx: Queryable, { id, versions }: Target): Promise<LockedImport> {
  const locked = await lockImport(tx, id)
  if (!versions.includes(locked.version)) throw new StaleVersion(await findImport(tx, id))
  if (locked.state !== 'waiting') throw conflict('decided', 'This does not wait for a second person.')
  return locked
}

/** Stores what one person may run of the file, as before it was asked for. */
async function checkForOne(deps: CheckDeps, tx: Queryable, staff: Staff, locked: LockedImport): Promise<void> {
  await storeCheck(tx, locked, (await predictAgain(deps, tx, staff, { locked, second: null })).predicted)
}
