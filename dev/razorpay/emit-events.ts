import type { KeptOrder, Payment, Refund } from './entities.ts'
import { makeId } from './make-id.ts'
import type { Sandbox } from './sandbox.ts'

const DAY_MS = 86_400_000

export type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'
  | 'refund.speed_changed'

/** An event with copies of its entities, so that later changes do not appear in it. */
export interface Happening {
  event: EventName
  payment: Payment
  order?: KeptOrder
  refund?: Refund
}

/** Queues the webhooks of one change, in order unless a `webhooks` fault applies. Call it in the change's transaction. */
export function emitEvents(sandbox: Sandbox, happenings: Happening[], wanted = true): void {
  if (!wanted) return
  const orderId = happenings[0]?.payment.order_id
  const struck = sandbox.faults.take('webhooks', orderId, ['delay', 'drop', 'duplicate', 'reorder'])
  const inOrder = struck?.fault === 'reorder' ? happenings.toReversed() : happenings
  for (const happening of inOrder) {
    const payload = {
      payment: { entity: happening.payment },
      ...(happening.order ? { order: { entity: happening.order.wire } } : {}),
      ...(happening.refund ? { refund: { entity: happening.refund } } : {}),
    }
    const id = recordEvent(sandbox, happening.event, payload, orderId)
    if (struck?.fault === 'drop') continue
    const copies = struck?.fault === 'duplicate' ? (struck.copies ?? 2) : 1
    const delayMs = struck?.fault === 'delay' ? (struck.after_seconds ?? 60) * 1000 : 0
    for (let copy = 0; copy < copies; copy += 1) queueDelivery(sandbox, id, delayMs)
  }
}

/** Stores an event's exact bytes and returns its id. */
export function recordEvent(sandbox: Sandbox, event: string, payload: Record<string, unknown>, orderId?: string): string {
  const id = makeId('evt_')
  const createdAt = sandbox.clock.seconds()
  const body = JSON.stringify({
    entity: 'event',
    account_id: sandbox.accountId,
    event,
    contains: Object.keys(payload),
    payload,
    created_at: createdAt,
  })
  sandbox.store.run(
    'INSERT INTO events (id, order_id, event, body, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    orderId ?? null,
    event,
    body,
    createdAt,
  )
  return id
}

/** Queues a delivery of an event. Attempts stop 24 hours after the due time. */
export function queueDelivery(sandbox: Sandbox, eventId: string, delayMs = 0): void {
  const due = sandbox.clock.now() + delayMs
  sandbox.store.run(
    `INSERT INTO deliveries (event_id, due_at, expires_at, state) VALUES (?, ?, ?, 'pending')`,
    eventId,
    due,
    due + DAY_MS,
  )
}
