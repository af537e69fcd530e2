import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/messaging/staff/messages.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, resourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { readAudience } from './audience.ts'
import { readDelivery, recipientList } from './delivery.ts'
import { previewMessage, testMessage } from './message-mail.ts'
import { changeMessage, createMessage, hideFromRoom, messageRecords, removeMessage, showInRoom } from './message-records.ts'
import { retryMessage } from './retry-message.ts'
import { sendMessage } from './send-message.ts'

export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract.messages, {
    ...messageRecords,
    create: createMessage,
    change: changeMessage,
    actions: { remove: removeMessage, retry: retryMessage, show: showInRoom, hide: hideFromRoom },
  })
  readOnlyResourceRoutes(app, deps, contract.recipients, recipientList)
  route(app, deps, contract.readAudience, (staff, { params }) => readAudience(deps, staff, params))
  route(app, deps, contract.readDelivery, (staff, { params }) => readDelivery(deps, staff, params))
  route(app, deps, contract.sendMessage, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch), body }
    return withVersion(reply, await sendMessage(deps, staff, target).catch(withCurrent(contract.messages.record)))
  })
  // The editor asks while somebody types.
  route(app, deps, contract.previewMessage, (staff, { body }) => previewMessage(deps, staff, { body }), {
    staff: { name: 'message-preview', calls: 1200, minutes: 10 },
  })
  route(app, deps, contract.testMessage, (staff, { body }) => testMessage(deps, staff, { body }), {
    staff: { name: 'message-test', calls: 20, minutes: 10 },
  })
}
