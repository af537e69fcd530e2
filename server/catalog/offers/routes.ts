import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalog/catalog.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listBatchPage, readBatch } from './list-batch-page.ts'
import { listBatches } from './list-batches.ts'
import { listNextStarts } from './list-next-starts.ts'

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listNextStarts, (visitor) => listNextStarts(deps, visitor))
  route(app, deps, contract.listBatchPage, (visitor, input) => listBatchPage(deps, visitor, input))
  route(app, deps, contract.readBatch, (visitor, input) => readBatch(deps, visitor, input))
  route(app, deps, contract.listBatches, (visitor, input) => listBatches(deps, visitor, input))
}
