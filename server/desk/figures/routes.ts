import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/figures.ts'
import type { Deps } from '#server/deps.ts'
import { csvAnswer } from '#server/platform/http/exports.ts'
import { route } from '#server/platform/http/route.ts'
import { exportFigures } from './export-figures.ts'
import { readFigures } from './read-figures.ts'

export function figureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readFigures, (staff, { query }) => readFigures(deps, staff, { query }))
  route(app, deps, contract.exportFigures, async (staff, { query }, reply) => {
    const { file, months, rows } = await exportFigures(deps, staff, { query })
    const name = `figures-by-${query.by}-${months}.csv`
    return csvAnswer(deps, staff, reply.request, { list: 'figures', filter: query, rows, name, file })
  })
}
