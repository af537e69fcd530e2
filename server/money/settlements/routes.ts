import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/settlements.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { listEntries, readUnsettled } from './read-unsettled.ts'
import { settlementRecords } from './settlement-records.ts'

export function settlementRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.settlements, settlementRecords)
  route(app, deps, contract.readUnsettled, (staff) => readUnsettled(deps, staff))
  route(app, deps, contract.listSettlementEntries, async (staff, { params }) => ({
    items: await listEntries(deps, staff, params),
  }))
}
