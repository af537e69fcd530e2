import type { FastifyInstance } from 'fastify'
import * as staffContract from '#contract/classes/staff/trials.ts'
import * as contract from '#contract/classes/trials.ts'
import type { Deps } from '#server/deps.ts'
import { versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { readClassGuests, setTrialSeats } from './class-guests.ts'
import { confirmTrialSeat } from './confirm-trial-seat.ts'
import { releaseTrialSeat } from './release-trial-seat.ts'
import { requestTrialSeat } from './request-trial-seat.ts'
import { findTrialClass } from './trial-class.ts'

export function trialRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readTrialClass, (_visitor, { params }) => findTrialClass(deps.db, params.session_id))
  route(app, deps, contract.requestTrialSeat, (visitor, input) => requestTrialSeat(deps, visitor, input), {
    network: { name: 'trial', address: 30, calls: 300, minutes: 10 },
  })
  route(
    app,
    deps,
    contract.confirmTrialSeat,
    async (visitor, input, reply) => {
      const answer = await confirmTrialSeat(deps, visitor, input)
      reply.code(201)
      return answer
    },
    // Codes of all purposes share one limit: server/people/accounts/routes.ts.
    { network: { name: 'verify', address: 60, calls: 600, minutes: 10 } },
  )
  route(app, deps, contract.releaseTrialSeat, (guest, { params }) => releaseTrialSeat(deps, guest, params.session_id))
  route(app, deps, staffContract.readClassGuests, (staff, { params }) => readClassGuests(deps, staff, params.id))
  route(app, deps, staffContract.setTrialSeats, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch), body }
    return withVersion(
      reply,
      await setTrialSeats(deps, staff, target).catch(withCurrent(staffContract.readClassGuests.answers[200])),
    )
  })
}
