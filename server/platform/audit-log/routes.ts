import type { FastifyInstance } from 'fastify'
import { audit, listAuditTransactions, readAuditTransaction } from '#contract/platform/staff/audit.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { auditEntries, auditTransactions } from './audit-entries.ts'
import { readAuditTransaction as readTransaction } from './read-audit-transaction.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, audit, auditEntries)
  route(app, deps, listAuditTransactions, async (staff, { query }) => {
    const { limit, sort = '-id', cursor, ...filter } = query
    const [found, total] = await Promise.all([
      auditTransactions.list(deps, staff, { filter, page: { limit, sort, cursor } }),
      auditTransactions.total(deps, staff, { filter }),
    ])
    return { ...found, ...total }
  })
  route(app, deps, readAuditTransaction, (staff, input) => readTransaction(deps, staff, input))
}
