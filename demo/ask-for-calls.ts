import { closeLead } from '#server/desk/leads/close-lead.ts'
import { leadRecords } from '#server/desk/leads/lead-records.ts'
import { submitEnquiry } from '#server/people/enquiries/submit-enquiry.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import { after, type Happening, type Past, type PlannedEnrolment } from './past.ts'

const newestLead = statement<{ id: number }>(
  'newest_lead',
  `select max(l.id) as id from leads l join enquiries q on q.id = l.enquiry_id where q.email = $1`,
)
const courseOfBatch = statement<{ title: string }>(
  'course_of_batch',
  `select c.title from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/** Some students asked for a call before they paid, and some who asked never came. */
export function askForCalls(past: Past, plan: readonly PlannedEnrolment[]): Happening[] {
  const { deps, staff } = past
  const asks = (
    wish: PlannedEnrolment,
    daysBefore: number,
    outcome: 'enrolled' | 'not_interested' | 'no_answer',
  ): Happening[] => {
    const at = after(wish.at, -daysBefore)
    return [
      {
        at,
        async happen() {
          const { title } = await one(deps.db, courseOfBatch, [wish.batch_id])
          // Of the range that the leads of the content have.
          const phone = String(9_000_000_200 + wish.user_id)
          await submitEnquiry(deps, visitor, {
            kind: 'callback',
            name: wish.full_name,
            email: wish.email,
            phone,
            course_name: title,
          })
        },
      },
      {
        at: after(at, outcome === 'enrolled' ? daysBefore + 0.1 : 2.2),
        async happen() {
          const { id } = await one(deps.db, newestLead, [wish.email])
          const { version } = await leadRecords.find(deps.db, id)
          await closeLead(deps, staff.support, { id, versions: [version], outcome })
        },
      },
    ]
  }
  return plan.flatMap((wish, index) => {
    if (index % 37 === 3) return asks(wish, 3, 'enrolled')
    // Somebody else, with an address that no student has.
    const stranger = { ...wish, email: wish.email.replace('student', 'visitor') }
    if (index % 61 === 11) return asks(stranger, 1, 'not_interested')
    return index % 83 === 7 ? asks(stranger, 2, 'no_answer') : []
  })
}
