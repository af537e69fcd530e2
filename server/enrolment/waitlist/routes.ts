import type { FastifyInstance } from 'fastify'
import * as staffContract from '#contract/enrolment/staff/waitlist.ts'
import * as contract from '#contract/enrolment/waitlist.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { moveWaiting, offerSeat, removeWaiting } from './change-entry.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { leaveByLink, leaveWaitlist, readByLink } from './leave-waitlist.ts'
import { listOwnEntries } from './list-own-waits.ts'
import { waitlistRecords } from './waitlist-records.ts'

export function waitlistRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    contract.joinWaitlist,
    async (student, input, reply) => {
      const answer = await joinWaitlist(deps, student, input)
      reply.code(201)
      return answer
    },
    { network: { name: 'waitlist', address: 60, calls: 600, minutes: 10 } },
  )
  route(app, deps, contract.leaveWaitlist, (student, { params }) => leaveWaitlist(deps, student, { params }))
  route(app, deps, contract.listWaitlist, (student) => listOwnEntries(deps, student))
  route(app, deps, contract.readWaitlistLink, (visitor, { body }) => readByLink(deps, visitor, body.token))
  route(app, deps, contract.leaveByLink, (visitor, { body }) => leaveByLink(deps, visitor, body.token))
  readOnlyResourceRoutes(app, deps, staffContract.waitlist, waitlistRecords)
  const current = withCurrent(staffContract.waitlist.record)
  route(app, deps, staffContract.moveWaiting, async (staff, { params, body, ifMatch }, reply) =>
    withVersion(reply, await moveWaiting(deps, staff, { id: params.id, versions: versionsOf(ifMatch), body }).catch(current)),
  )
  route(app, deps, staffContract.offerSeat, async (staff, { params, body, ifMatch }, reply) =>
    withVersion(reply, await offerSeat(deps, staff, { id: params.id, versions: versionsOf(ifMatch), body }).catch(current)),
  )
  route(app, deps, staffContract.removeWaiting, async (staff, { params, body, ifMatch }, reply) =>
    withVersion(reply, await removeWaiting(deps, staff, { id: params.id, versions: versionsOf(ifMatch), body }).catch(current)),
  )
}
