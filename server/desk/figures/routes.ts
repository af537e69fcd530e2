import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/figures.ts'
import type { Deps } from '#server/deps.ts'
import { exportAnswer } from '#server/platform/http/exports.ts'
import { route } from '#server/platform/http/route.ts'
import { exportFigures } from './export-figures.ts'
import { readFigures } from './read-figures.ts'

export function figureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readFigures, (staff, { query }) => readFigures(deps, staff, { query }))
  route(app, deps, contract.exportFigures, async (staff, { query: { format, ...query } }, reply) => {
    const { months, ...found } = await exportFigures(deps, staff, { query })
    const name = `figures-by-${query.by}-${months}`
    return exportAnswer(deps, staff, reply.request, { list: 'figures', filter: query, format, name, ...found })
  })
}
