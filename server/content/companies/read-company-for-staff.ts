import type { CompanyRecord } from '#contract/staff/companies.ts'
import type { Staff } from '../../auth/principal.ts'
import { row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { companyColumns } from './company-list.ts'

export const companyForStaff = statement<CompanyRecord>(
  'company_for_staff',
  `select ${companyColumns} from companies where id = $1`,
)

/** @throws HttpError 404 */
export async function readCompanyForStaff(deps: Deps, _staff: Staff, input: { id: number }): Promise<CompanyRecord> {
  const found = await row(deps.db, companyForStaff, [input.id])
  if (!found) throw notFound()
  return found
}
