import type { ParsedOf } from '#contract/endpoint.ts'
import type { addLeadNote as endpoint, LeadRecord } from '#contract/desk/staff/leads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { answeredBy } from './answered-by.ts'
import { leadRecords } from './lead-records.ts'

const insertLeadNote = statement(
  'insert_lead_note',
  `insert into lead_notes (lead_id, staff_id, body, created_at) values ($1, $2, $3, app_now())`,
)

/**
 * A note that says that the person was answered is an answer, such as by phone. The lead then waits for the person.
 * @throws HttpError 404; StaleVersion
 */
export async function addLeadNote(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<typeof endpoint>['body'] },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await leadRecords.find(tx, target.id)
    // Without an answer the lead stays as it is, but its version rises, so that nobody answers without the note.
    const answered = body.answered ? { ...(await answeredBy(tx, staff, before)), follow_up_on: null } : {}
    const lead = await leadRecords.update(tx, target, answered)
    await rows(tx, insertLeadNote, [lead.id, staff.id, body.body])
    return lead
  })
}
