import type { FastifyInstance } from 'fastify'
import { audit } from '#contract/staff/audit.ts'
import type { Deps } from '../deps.ts'
import { readOnlyResourceRoutes } from '../http/resource.ts'
import { auditEntries } from './audit-entries.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, audit, auditEntries)
}
