import type { ParsedOf } from '#contract/endpoint.ts'
import type { companies, CompanyRecord } from '#contract/staff/companies.ts'
import { staffTransaction } from '../../audit/staff-transaction.ts'
import type { Staff } from '../../auth/principal.ts'
import { row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { StaleVersion } from '../../http/resource.ts'
import { companyColumns } from './company-list.ts'
import { companyNameTaken } from './company-name-taken.ts'
import { companyForStaff } from './read-company-for-staff.ts'

const updateCompany = statement<CompanyRecord>(
  'update_company',
  `update companies set name = coalesce($3, name), industry = coalesce($4, industry), city = coalesce($5, city),
     why = coalesce($6, why), is_partner = coalesce($7, is_partner), is_alumni_employer = coalesce($8, is_alumni_employer)
   where id = $1 and version = any ($2::integer[]) returning ${companyColumns}`,
)

/**
 * Changes the given fields of a company.
 * @throws HttpError 404, or 409 when another company has the name
 * @throws StaleVersion when the record has none of `versions`
 */
export async function changeCompany(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: { id: number; versions: number[]; body: ParsedOf<(typeof companies)['endpoints']['change']>['body'] },
): Promise<CompanyRecord> {
  const values = [body.name, body.industry, body.city, body.why, body.is_partner, body.is_alumni_employer]
  return staffTransaction(deps, staff, async (tx) => {
    const changed = await row(tx, updateCompany, [id, versions, ...values.map((value) => value ?? null)])
    if (changed) return changed
    const current = await row(tx, companyForStaff, [id])
    if (!current) throw notFound()
    throw new StaleVersion(current)
  }).catch((error: unknown) => {
    throw isNameTaken(error) ? companyNameTaken() : error
  })
}

/** Whether the unique key rejected the name, also for concurrent changes. */
function isNameTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'companies_name_key'
}
