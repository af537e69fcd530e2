import type { Opening } from '#contract/desk/staff/opening.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { storeSchoolOpening } from '#server/platform/opening/school-opening.ts'
import { readOpening } from './read-opening.ts'

/**
 * Shows the school to visitors. A school is opened once; another call changes nothing.
 * @throws HttpError 409 while something is missing
 */
export async function openSchool(deps: Deps, staff: Staff): Promise<Opening> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await readOpening({ ...deps, db: tx })
    if (before.opened_at !== null) return before
    if (before.missing.length > 0) {
      const message = 'Before the school opens, save its settings with its State, and publish the three policies.'
      throw conflict('not_ready', message, { missing: before.missing })
    }
    await storeSchoolOpening(tx)
    return readOpening({ ...deps, db: tx })
  })
}
