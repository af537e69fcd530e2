import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/offline-payments.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { bounceCheque, clearCheque } from './cheques.ts'
import { listReceivers } from './list-receivers.ts'
import { offlinePaymentRecords } from './offline-payment-records.ts'
import { dismissOfflinePayment, giveBackOfflinePayment } from './return-offline-payment.ts'

export function offlineRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.offlinePayments, offlinePaymentRecords)
  const withStale = withCurrent(contract.offlinePayments.record)
  route(app, deps, contract.clearCheque, async (staff, { params, ifMatch }, reply) => {
    return withVersion(reply, await clearCheque(deps, staff, { ...params, versions: versionsOf(ifMatch) }).catch(withStale))
  })
  route(app, deps, contract.bounceCheque, async (staff, { params, ifMatch }, reply) => {
    return withVersion(reply, await bounceCheque(deps, staff, { ...params, versions: versionsOf(ifMatch) }).catch(withStale))
  })
  route(app, deps, contract.giveBackOfflinePayment, async (staff, { params, body, ifMatch }, reply) => {
    const given = { ...params, body, versions: versionsOf(ifMatch) }
    return withVersion(reply, await giveBackOfflinePayment(deps, staff, given).catch(withStale))
  })
  route(app, deps, contract.dismissOfflinePayment, async (staff, { params, body, ifMatch }, reply) => {
    const given = { ...params, ...body, versions: versionsOf(ifMatch) }
    return withVersion(reply, await dismissOfflinePayment(deps, staff, given).catch(withStale))
  })
  route(app, deps, contract.listReceivers, async (staff) => ({ receivers: await listReceivers(deps, staff) }))
}
