/**
 * SQL on `batches b`: the last class is over. Neither a refund nor another batch can be requested then. A cancelled batch did not
 * take place, and its money may still be due.
 */
export const hasTakenPlace = 'b.ends_at <= app_now() and b.cancelled_at is null'
