import type { LeadRecord, leads } from '#contract/staff/leads.ts'
import { staffTransaction } from '../audit/staff-transaction.ts'
import type { Staff } from '../auth/principal.ts'
import { one, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import type { BodyOf } from '../http/resource.ts'
import { leadRecords } from './lead-records.ts'

// A trigger makes the lead of each enquiry.
const insertContact = statement<{ id: number }>(
  'insert_contact',
  `insert into enquiries (kind, name, email, phone, course_name, message, created_at)
   values ('contact', $1, $2, $3, $4, $5, app_now()) returning id`,
)
const leadOfEnquiry = statement<{ id: number }>('lead_of_enquiry', `select id from leads where enquiry_id = $1`)

/** Writes down a call, a visit or a message that came another way. */
export async function createLead(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof leads, 'create'> },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const enquiry = await one(tx, insertContact, [body.name, body.email, body.phone, body.course, body.message])
    const { id } = await one(tx, leadOfEnquiry, [enquiry.id])
    return leadRecords.find(tx, id)
  })
}
