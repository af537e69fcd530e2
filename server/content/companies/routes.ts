import type { FastifyInstance } from 'fastify'
import { companies } from '#contract/staff/companies.ts'
import type { Deps } from '../../deps.ts'
import { resourceRoutes } from '../../http/resource.ts'
import { companyRecords } from './company-records.ts'

export function companyRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, companies, { ...companyRecords, actions: {} })
}
