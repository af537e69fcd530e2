import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseEnquiries = statement('erase_enquiries', `delete from enquiries where email = $1`)

export const enquiriesPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      enquiries: `select kind, name, email, phone, course_name, company_name, department, institution, url, message,
         consent_version, consented_at, created_at
       from enquiries where email = $1 order by created_at`,
    }),
  },
  erasures: { address: [eraseEnquiries] },
}
