import type { LeadRecord, leads } from '#contract/desk/staff/leads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import type { BodyOf } from '#server/platform/http/resource.ts'
import { leadRecords } from './lead-records.ts'

// A trigger makes the lead of each enquiry.
const insertContact = statement<{ id: number }>(
  'insert_contact',
  `insert into enquiries (kind, name, email, phone, course_name, message, created_at)
   values ('contact', $1, $2, $3, $4, $5, app_now()) returning id`,
)
const leadOfEnquiry = statement<{ id: number }>('lead_of_enquiry', `select id from leads where enquiry_id = $1`)

// A repeated call waits here, and then finds the lead of the first.
const lockContact = statement('lock_contact', `select pg_advisory_xact_lock(hashtextextended($1, 43))`)
const sameContact = statement<{ id: number }>(
  'same_contact',
  `select l.id from leads l join enquiries e on e.id = l.enquiry_id
   where l.answered_at is null and l.closed_at is null and e.kind = 'contact' and e.name = $1
     and (e.email, e.phone, e.course_name, e.message) is not distinct from ($2::text, $3::text, $4::text, $5::text)
   order by l.id limit 1`,
)

const courseOfLead = statement<{ title: string }>('course_of_lead', `select title from courses where id = $1 and published`)

/**
 * Writes down a call, a visit or a message that came another way. The same words stay one lead until it is answered, so a repeated
 * call answers the first.
 * @throws HttpError 400 for a course that is not published
 */
export async function createLead(
  deps: Deps,
  staff: Staff,
  { body }: { body: BodyOf<typeof leads, 'create'> },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const course = body.course_id === null ? null : await titleOfCourse(tx, body.course_id)
    const values = [body.name, body.email, body.phone, course, body.message]
    await rows(tx, lockContact, [JSON.stringify(values)])
    const first = await row(tx, sameContact, values)
    if (first) return leadRecords.find(tx, first.id)
    const enquiry = await one(tx, insertContact, values)
    const { id } = await one(tx, leadOfEnquiry, [enquiry.id])
    return leadRecords.find(tx, id)
  })
}

async function titleOfCourse(tx: Queryable, id: number): Promise<string> {
  const course = await row(tx, courseOfLead, [id])
  if (course) return course.title
  const message = 'This course is not on the site.'
  throw invalid(message, { course_id: [message] })
}
