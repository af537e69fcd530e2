import type { LeadRecord } from '#contract/desk/staff/leads.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable } from '#server/platform/db/query.ts'
import { currentTime } from './current-time.ts'

/** The columns of a lead that an answer sets: the time of the first one, and who answers if nobody has the lead. */
export async function answeredBy(tx: Queryable, staff: Staff, lead: LeadRecord) {
  return { answered_at: lead.answered_at ?? (await one(tx, currentTime)).now, owner_id: lead.owner_id ?? staff.id }
}
