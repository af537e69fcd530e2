/**
 * SQL condition: a class is held at the time of another one. No class lasts longer than ten hours, so it is found by its start.
 * @param other alias of the class that is looked for
 * @param session alias of the other one
 */
export const isHeldDuring = (other: string, session: string): string =>
  `${other}.starts_at > ${session}.starts_at - interval '10 hours' and ${other}.starts_at < ${session}.ends_at and ${other}.ends_at > ${session}.starts_at`

/** SQL condition: the instructor of a class teaches another batch at its time. Both classes are to be held (`isToBeHeld`). */
export const clashes = (other: string, session: string): string =>
  `${isHeldDuring(other, session)} and ${other}.batch_id <> ${session}.batch_id and ${other}.teacher_id = ${session}.teacher_id`

/** SQL condition: neither a class nor its batch is cancelled. @param session alias of `numbered_sessions` */
export const isToBeHeld = (session: string, batch: string): string =>
  `${session}.state <> 'cancelled' and ${batch}.cancelled_at is null`
