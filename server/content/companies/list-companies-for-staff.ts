import type { CompanyRecord } from '#contract/staff/companies.ts'
import type { Staff } from '../../auth/principal.ts'
import type { Deps } from '../../deps.ts'
import type { Paging } from '../../http/resource.ts'
import { type CompanyFilter, companyFilters, companyList } from './company-list.ts'

/** @throws HttpError 400 for a cursor of another list */
export async function listCompaniesForStaff(
  deps: Deps,
  _staff: Staff,
  input: { filter: CompanyFilter; page: Paging },
): Promise<{ items: CompanyRecord[]; next_cursor: string | null }> {
  return companyList.page(deps.db, { ...input.page, filters: companyFilters(input.filter) })
}
