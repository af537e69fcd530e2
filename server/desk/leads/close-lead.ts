import type { LeadRecord, leadOutcomes } from '#contract/desk/staff/leads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { currentTime } from './current-time.ts'
import { leadRecords } from './lead-records.ts'

type Outcome = (typeof leadOutcomes)[number]

/** The columns of a lead that closing sets. */
export async function closedWith(tx: Queryable, outcome: Outcome) {
  return { closed_at: (await one(tx, currentTime)).now, outcome, follow_up_on: null }
}

/** Closing a closed lead again changes its outcome. @throws HttpError 404; StaleVersion */
export async function closeLead(
  deps: Deps,
  staff: Staff,
  { outcome, ...target }: Target & { outcome: Outcome },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    return leadRecords.update(tx, target, await closedWith(tx, outcome))
  })
}

export const reopenLead = leadRecords.setting({ closed_at: null, outcome: null })
