import type { LeadRecord, leadOutcomes } from '#contract/staff/leads.ts'
import { staffTransaction } from '../audit/staff-transaction.ts'
import type { Staff } from '../auth/principal.ts'
import { one } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import type { Target } from '../http/resource.ts'
import { currentTime } from './current-time.ts'
import { leadRecords } from './lead-records.ts'

/** Closing a closed lead again changes its outcome. @throws HttpError 404; StaleVersion */
export async function closeLead(
  deps: Deps,
  staff: Staff,
  { outcome, ...target }: Target & { outcome: (typeof leadOutcomes)[number] },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { now } = await one(tx, currentTime)
    return leadRecords.update(tx, target, { closed_at: now, outcome, follow_up_on: null })
  })
}

export const reopenLead = leadRecords.setting({ closed_at: null, outcome: null })
