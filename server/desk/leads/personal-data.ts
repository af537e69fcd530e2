import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

/** Leads of an address, by an enquiry or by a checkout. $1 is the address. */
const ofAddress = `select l.id from leads l left join enquiries e on e.id = l.enquiry_id
  left join payment_orders o on o.id = l.order_id left join users u on u.id = o.user_id
  where coalesce(e.email, u.email) = $1`

const eraseLeadMessages = statement('erase_lead_messages', `delete from lead_messages where lead_id in (${ofAddress})`)
const eraseLeadNotes = statement('erase_lead_notes', `delete from lead_notes where lead_id in (${ofAddress})`)
const eraseCheckoutLeads = statement(
  'erase_checkout_leads',
  `delete from leads where order_id in (select id from payment_orders where user_id = $1)`,
)

export const leadsPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      lead_messages: `select subject, body, created_at from lead_messages where lead_id in (${ofAddress}) order by id`,
      lead_notes: `select body, created_at from lead_notes where lead_id in (${ofAddress}) order by id`,
    }),
  },
  erasures: { account: [eraseCheckoutLeads], address: [eraseLeadMessages, eraseLeadNotes] },
}
