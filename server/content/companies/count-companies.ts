import type { Staff } from '../../auth/principal.ts'
import type { Deps } from '../../deps.ts'
import { type CompanyFilter, companyFilters, companyList } from './company-list.ts'

export async function countCompanies(deps: Deps, _staff: Staff, input: { filter: CompanyFilter }): Promise<number> {
  return companyList.count(deps.db, companyFilters(input.filter))
}
