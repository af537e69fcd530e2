import { companies } from '#contract/site/staff/companies.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const companyRecords = staffRecords(companies, {
  name: 'companies_for_staff',
  table: 'companies',
  fixed: { publication: 'draft' },
  writes: ['name', 'industry', 'city', 'why', 'is_partner', 'is_alumni_employer'],
  search: `r.name || ' ' || r.industry || ' ' || r.city || ' ' || r.why`,
  filters: { industry: 'text', city: 'text', is_partner: 'boolean', is_alumni_employer: 'boolean', publication: 'text' },
  sorts: { name: { type: 'text', sql: 'r.name' }, city: { type: 'text', sql: 'r.city' }, id: { type: 'integer', sql: 'r.id' } },
  conflicts: { companies_name_key: { code: 'name_taken', field: 'name', message: 'Another company has this name.' } },
})
