import { one, type Queryable, row, statement } from '../db/query.ts'

export interface LockedBatch {
  id: number
  course_id: number
  capacity: number | null
  started: boolean
  ended: boolean
  cancelled: boolean
}

const lockable = `select id, course_id, capacity, starts_at <= app_now() as started, ends_at <= app_now() as ended,
     cancelled_at is not null as cancelled
   from batches`
const lockBatchRow = statement<LockedBatch>('lock_batch_row', `${lockable} where id = $1 for no key update`)
const lockBatchRowOfOrder = statement<LockedBatch>(
  'lock_batch_row_of_order',
  `${lockable} where id = (select batch_id from payment_orders where id = $1) for no key update`,
)
const freeSeats = statement<{ free: number }>(
  'free_seats',
  `select greatest(0, $2::int
     - (select count(*) from enrolments e where e.batch_id = $1 and e.ended_at is null)
     - (select count(*) from payment_orders o
        where o.batch_id = $1 and o.user_id <> $3 and o.status in ('creating', 'open', 'attempted')
          and o.hold_until > app_now()
          and not exists (select 1 from enrolments e
                          where e.batch_id = $1 and e.user_id = o.user_id and e.ended_at is null)))::int as free`,
)

const batchRow = statement<LockedBatch>('batch_row', `${lockable} where id = $1`)

/** Reads a batch without a lock, to show what may be. */
export async function readBatch(db: Queryable, batchId: number): Promise<LockedBatch | undefined> {
  return row(db, batchRow, [batchId])
}

/** Locks a batch: the first lock of every transaction that gives or holds a seat. */
export async function lockBatch(tx: Queryable, batchId: number): Promise<LockedBatch | undefined> {
  return row(tx, lockBatchRow, [batchId])
}

/** Locks the batch of an order. */
export async function lockBatchOfOrder(tx: Queryable, orderId: number): Promise<LockedBatch | undefined> {
  return row(tx, lockBatchRowOfOrder, [orderId])
}

/** Returns the seats without an enrolment or another student's hold; Infinity when the batch is unlimited. */
export async function seatsBeyondHolds(tx: Queryable, batch: LockedBatch, userId: number): Promise<number> {
  if (batch.capacity === null) return Number.POSITIVE_INFINITY
  return (await one(tx, freeSeats, [batch.id, batch.capacity, userId])).free
}
