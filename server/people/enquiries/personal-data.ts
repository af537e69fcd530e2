import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseEnquiries = statement('erase_enquiries', `delete from enquiries where email = $1`)

const enquiry = { exported: 'enquiries', erased: 'erase_enquiries' }

export const enquiriesPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      enquiries: `select kind, name, email, phone, course_name, company_name, department, institution, url, message, status,
         consent_version, consented_at, created_at
       from enquiries where email = $1 order by created_at`,
    }),
  },
  erasures: { address: [eraseEnquiries] },
  columns: {
    'enquiries.name': enquiry,
    'enquiries.email': enquiry,
    'enquiries.phone': enquiry,
    'enquiries.company_name': enquiry,
    'enquiries.department': enquiry,
    'enquiries.institution': enquiry,
    'enquiries.url': enquiry,
    'enquiries.message': enquiry,
  },
}
