import type { Payment, Refund, StoredOrder } from './entities.ts'
import { makeId } from './make-id.ts'
import type { Sandbox } from './sandbox.ts'

const dayMs = 86_400_000

type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'
  | 'refund.speed_changed'

/** An event with copies of its entities, so that later changes do not appear in it. */
export interface EventSnapshot {
  event: EventName
  payment: Payment
  order?: StoredOrder
  refund?: Refund
}

/** Queues the webhooks of one change, in order unless a `webhooks` fault applies. Call it in the change's transaction. */
export function emitEvents(sandbox: Sandbox, snapshots: EventSnapshot[], wanted = true): void {
  if (!wanted) return
  const orderId = snapshots[0]?.payment.order_id
  const active = sandbox.faults.take('webhooks', orderId, ['delay', 'drop', 'duplicate', 'reorder'])
  const inOrder = active?.fault === 'reorder' ? snapshots.toReversed() : snapshots
  for (const snapshot of inOrder) {
    const payload = {
      payment: { entity: snapshot.payment },
      ...(snapshot.order ? { order: { entity: snapshot.order.wire } } : {}),
      ...(snapshot.refund ? { refund: { entity: snapshot.refund } } : {}),
    }
    const id = recordEvent(sandbox, snapshot.event, payload, orderId)
    if (active?.fault === 'drop') continue
    const copies = active?.fault === 'duplicate' ? (active.copies ?? 2) : 1
    const delayMs = active?.fault === 'delay' ? (active.after_seconds ?? 60) * 1000 : 0
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
    'insert into events (id, order_id, event, body, created_at) values (?, ?, ?, ?, ?)',
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
    `insert into deliveries (event_id, due_at, expires_at, state) values (?, ?, ?, 'pending')`,
    eventId,
    due,
    due + dayMs,
  )
}
