import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

export interface LockedBatch {
  id: number
  course_id: number
  capacity: number | null
  started: boolean
  ended: boolean
  cancelled: boolean
  /** False for a draft. */
  published: boolean
}

const lockable = `select id, course_id, capacity, starts_at <= app_now() as started, ends_at <= app_now() as ended,
     cancelled_at is not null as cancelled, published
   from batches`
const lockBatchRow = statement<LockedBatch>('lock_batch_row', `${lockable} where id = $1 for no key update`)
const lockBatchRowOfOrder = statement<LockedBatch>(
  'lock_batch_row_of_order',
  `${lockable} where id = (select batch_id from payment_orders where id = $1) for no key update`,
)
const freeSeats = statement<{ free: number }>(
  'free_seats',
  `select greatest(0, free_seats($1::integer, $2::integer, $3::bigint)) as free`,
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

const lockBatchRows = statement<{ id: number }>(
  'lock_batch_rows',
  `select id from batches where id = any ($1::integer[]) order by id for no key update`,
)

/** Locks several batches, in the order of their ids: the first lock of a transaction that gives seats in them. */
export async function lockBatches(tx: Queryable, batchIds: readonly number[]): Promise<void> {
  await rows(tx, lockBatchRows, [batchIds])
}

export interface BatchSeats {
  id: number
  cancelled: boolean
  /** False for a draft. */
  published: boolean
  ended: boolean
  /** List price of its course. */
  price_paise: number
  /** Seats without an enrolment or a hold; null when the batch is unlimited. */
  free: number | null
  /** Students whose live hold has a seat. */
  holders: number[]
}

const seatsOfBatches = statement<BatchSeats>(
  'seats_of_batches',
  `select b.id, b.cancelled_at is not null as cancelled, b.published, b.ends_at <= app_now() as ended, c.price_paise,
     free_seats(b.id, b.capacity) as free,
     array(select h.user_id::int from seat_holds h where h.batch_id = b.id) as holders
   from batches b join courses c on c.id = b.course_id
   where b.id = any ($1::integer[]) order by b.id`,
)

/** Returns the seats of several batches. A caller that gives seats holds their locks. */
export async function readSeats(tx: Queryable, batchIds: readonly number[]): Promise<BatchSeats[]> {
  return rows(tx, seatsOfBatches, [batchIds])
}
