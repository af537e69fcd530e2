import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/staff/batches.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { batchRecords } from './batch-records.ts'
import { changeBatch, generateBatch } from './change-batch.ts'
import { createBatch } from './create-batch.ts'
import { duplicateBatch, previewDuplicate } from './duplicate-batch.ts'
import { listOutdatedBatches } from './list-outdated-batches.ts'
import { publishBatch } from './publish-batch.ts'
import { previewBatch } from './preview-batch.ts'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract.batches, {
    ...batchRecords,
    create: createBatch,
    change: changeBatch,
    actions: { generate: generateBatch, publish: publishBatch },
  })
  route(app, deps, contract.listOutdatedBatches, (staff, { query }) => listOutdatedBatches(deps, staff, query.batch))
  route(app, deps, contract.previewBatch, (staff, input) => previewBatch(deps, staff, input))
  route(app, deps, contract.duplicateBatch, async (staff, { params, query, body }, reply) => {
    const asked = { id: params.id, body }
    if (query.preview) return previewDuplicate(deps, staff, asked)
    reply.code(201)
    return duplicateBatch(deps, staff, asked)
  })
}
