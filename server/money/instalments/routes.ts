import type { FastifyInstance } from 'fastify'
import * as own from '#contract/money/instalments.ts'
import * as contract from '#contract/money/staff/instalments.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { instalmentRecords, moveInstalment, readOwed, waitForInstalment } from './instalment-records.ts'
import { listInstalments } from './list-instalments.ts'
import { openInstalmentLink, readInstalmentLink } from './open-part-link.ts'

export function instalmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, own.listInstalments, (student) => listInstalments(deps, student))
  route(app, deps, own.openInstalmentLink, (student, input) => openInstalmentLink(deps, student, input))
  // A college shares one network.
  route(app, deps, own.readInstalmentLink, (visitor, input) => readInstalmentLink(deps, visitor, input), {
    network: { name: 'part-link', calls: 300, minutes: 60 },
  })
  readOnlyResourceRoutes(app, deps, contract.instalments, instalmentRecords)
  route(app, deps, contract.readOwed, (staff) => readOwed(deps, staff))
  const withStale = withCurrent(contract.instalments.record)
  route(app, deps, contract.moveInstalment, async (staff, { params, body, ifMatch }, reply) => {
    const target = { ...params, versions: versionsOf(ifMatch), body }
    return withVersion(reply, await moveInstalment(deps, staff, target).catch(withStale))
  })
  route(app, deps, contract.waitForInstalment, async (staff, { params, body, ifMatch }, reply) => {
    const target = { ...params, versions: versionsOf(ifMatch), body }
    return withVersion(reply, await waitForInstalment(deps, staff, target).catch(withStale))
  })
}
