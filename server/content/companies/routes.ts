import type { FastifyInstance } from 'fastify'
import { companies } from '#contract/staff/companies.ts'
import type { Deps } from '../../deps.ts'
import { resourceRoutes } from '../../http/resource.ts'
import { changeCompany } from './change-company.ts'
import { countCompanies } from './count-companies.ts'
import { createCompany } from './create-company.ts'
import { listCompaniesForStaff } from './list-companies-for-staff.ts'
import { readCompanyForStaff } from './read-company-for-staff.ts'

export function companyRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, companies, {
    list: listCompaniesForStaff,
    count: countCompanies,
    read: readCompanyForStaff,
    create: createCompany,
    change: changeCompany,
  })
}
