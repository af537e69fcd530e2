import type { Opening } from '#contract/desk/staff/opening.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readOpening } from './read-opening.ts'

const storePoliciesRead = statement(
  'store_policies_read',
  `update school_opening set policies_read_at = app_now() where policies_read_at is null`,
)

/** Notes that an owner had the policies read by a lawyer. Another call changes nothing. */
export async function confirmPolicies(deps: Deps, staff: Staff): Promise<Opening> {
  return staffTransaction(deps, staff, async (tx) => {
    await rows(tx, storePoliciesRead)
    return readOpening({ ...deps, db: tx })
  })
}
