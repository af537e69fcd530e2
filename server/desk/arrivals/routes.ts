import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/arrivals.ts'
import type { Deps } from '#server/deps.ts'
import { exportAnswer } from '#server/platform/http/exports.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { arrivalList } from './arrival-list.ts'
import { runArrival, undoArrival } from './begin-work.ts'
import { checkArrival } from './check-arrival.ts'
import { listArrivalRows, readArrivalProblems } from './list-arrival-rows.ts'
import { readArrivalColumns } from './read-arrival-columns.ts'

export function arrivalRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.arrivals, arrivalList)
  route(app, deps, contract.arrivals.endpoints.create, async (staff, { body }, reply) =>
    withVersion(reply.code(201), await checkArrival(deps, staff, { body })),
  )
  route(app, deps, contract.readArrivalColumns, (staff, { body }) => readArrivalColumns(deps, staff, { body }))
  route(app, deps, contract.listArrivalRows, (staff, input) => listArrivalRows(deps, staff, input))
  route(app, deps, contract.downloadArrivalProblems, async (staff, { params, query }, reply) => {
    const found = await readArrivalProblems(deps, staff, params.id)
    const named = { list: 'arrival-problems', filter: { arrival: params.id }, name: `arrival-${params.id}-problems` }
    return exportAnswer(deps, staff, reply.request, { ...named, ...query, ...found })
  })
  route(app, deps, contract.runArrival, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await runArrival(deps, staff, target).catch(withCurrent(contract.arrivals.record)))
  })
  route(app, deps, contract.undoArrival, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await undoArrival(deps, staff, target).catch(withCurrent(contract.arrivals.record)))
  })
}
