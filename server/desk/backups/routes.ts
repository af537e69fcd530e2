import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/backups.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { backupRecords } from './backup-records.ts'

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.backups, backupRecords)
}
