import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from './errors.ts'
import type { FaultGroup } from './faults.ts'
import { transportFaults } from './faults.ts'
import { findOrder, findPayment, findRefund } from './records.ts'
import type { Sandbox } from './sandbox.ts'

const badGatewayPage =
  '<html>\n<head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center></body>\n</html>\n'
const droppedRequests = new WeakSet<FastifyRequest>()

/** Applies the transport fault of a group before the request is handled. */
export function applyTransportFault(sandbox: Sandbox, group: FaultGroup) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    const names = changes ? transportFaults : transportFaults.filter((name) => name !== 'lost_answer')
    const active = sandbox.faults.take(group, orderOf(sandbox, request), names)
    if (!active) return undefined
    switch (active.fault) {
      case '429':
        throw new ApiError(429, {
          code: 'BAD_REQUEST_ERROR',
          description: 'Request failed because of too many requests. Try again after some time.',
        })
      case '500':
        throw new ApiError(500, {
          code: 'SERVER_ERROR',
          description: 'We are facing some trouble completing your request at the moment. Try again shortly.',
        })
      case '502':
        return reply.code(502).type('text/html').send(badGatewayPage)
      case 'reset':
        reply.hijack()
        request.raw.socket.resetAndDestroy()
        return reply
      case 'hang':
        reply.hijack()
        return reply
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, (active.after_seconds ?? 2) * 1000).unref())
        return undefined
      default:
        droppedRequests.add(request)
        return undefined
    }
  }
}

/** The `lost_answer` fault: the request is executed, then the connection closes without a response. */
export async function dropResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (droppedRequests.has(request) && reply.statusCode < 300) request.raw.socket.destroy()
}

const pathIds = z.object({ order: z.string().optional(), payment: z.string().optional(), refund: z.string().optional() })

/** The order id of a request; undefined for an unknown id. */
function orderOf(sandbox: Sandbox, request: FastifyRequest): string | undefined {
  const ids = pathIds.safeParse(request.params).data
  try {
    if (ids?.order) return findOrder(sandbox.store, ids.order).wire.id
    if (ids?.payment) return findPayment(sandbox.store, ids.payment).order_id
    if (ids?.refund) return findPayment(sandbox.store, findRefund(sandbox.store, ids.refund).payment_id).order_id
  } catch {
    return undefined
  }
  return undefined
}
