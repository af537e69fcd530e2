import type { z } from 'zod'
import type { companies, CompanyRecord } from '#contract/staff/companies.ts'
import { keyset } from '../../db/keyset.ts'

type Query = z.output<(typeof companies)['endpoints']['export']['query'] & z.ZodType>
export type CompanyFilter = Omit<Query, 'sort'>

export const companyColumns = 'id, name, industry, city, why, is_partner, is_alumni_employer, version'

export const companyList = keyset<CompanyRecord>({
  name: 'companies_for_staff',
  select: companyColumns,
  from: 'companies',
  where: `($1::text is null or position(lower($1) in lower(name || ' ' || industry || ' ' || city || ' ' || why)) > 0)
    and ($2::text is null or industry = $2) and ($3::text is null or city = $3)
    and ($4::boolean is null or is_partner = $4) and ($5::boolean is null or is_alumni_employer = $5)`,
  filters: 5,
  sorts: { name: 'text', city: 'text', id: 'integer' },
})

/** Returns the parameters of `where`. */
export function companyFilters({ q, industry, city, is_partner, is_alumni_employer }: CompanyFilter): unknown[] {
  return [q ?? null, industry ?? null, city ?? null, is_partner ?? null, is_alumni_employer ?? null]
}
